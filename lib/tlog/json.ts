/** Refuses invalid UTF-8 and keeps a byte order mark, so that no two texts parse alike that differ in these. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns undefined for bytes that are not JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes));
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
