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
