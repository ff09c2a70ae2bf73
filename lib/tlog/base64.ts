/** Standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Returns undefined unless the text is exactly the encoding of some bytes, optionally of `length` bytes. */
export function fromBase64(text: string, length?: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return toBase64(bytes) === text && (length === undefined || bytes.length === length) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** The variant for URLs without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns undefined unless the text is exactly the encoding of some bytes, optionally of `length` bytes. */
export function fromBase64Url(text: string, length?: number): Uint8Array<ArrayBuffer> | undefined {
  const padded = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .padEnd(4 * Math.ceil(text.length / 4), "=");
  const bytes = fromBase64(padded, length);
  return bytes && toBase64Url(bytes) === text ? bytes : undefined;
}
