import type { ReadOptions, Unreadable } from "./file-content.ts";
import { countLines } from "./lines.ts";

const KINDS: readonly { readonly bytes: readonly number[]; readonly name: string; readonly remedy: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46], name: "a PDF file", remedy: "Copy its table into a spreadsheet." },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Excel file (.xls)", remedy: "Save it as .xlsx or CSV." },
  { bytes: [0x1f, 0x8b], name: "a gzip file", remedy: "Unpack it." },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: "a PNG image", remedy: "Use a table or JSON." },
  { bytes: [0xff, 0xd8, 0xff], name: "a JPEG image", remedy: "Use a table or JSON." },
  { bytes: [0x47, 0x49, 0x46, 0x38], name: "a GIF image", remedy: "Use a table or JSON." },
];
const PREVIEW = 10;
const SAMPLE = 1_000;

export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/**
 * Decodes a text file: UTF-8 with or without a byte order mark, UTF-16 with one, or Windows-1252 if it was chosen. The
 * result has no byte order mark and no NUL characters.
 */
export function decodeFile(
  bytes: Uint8Array,
  { encoding }: ReadOptions = {},
): { readonly ok: true; readonly text: string } | Unreadable {
  const kind = KINDS.find(({ bytes: start }) => startsWith(bytes, start));
  if (kind !== undefined) return { ok: false, message: `This is ${kind.name}. ${kind.remedy}` };
  const mark = markOf(bytes);
  if (mark === undefined && encoding === undefined && isUtf16(bytes)) {
    return { ok: false, message: "This is UTF-16 text without a byte order mark. Save it as UTF-8." };
  }
  const name = mark ?? encoding ?? "utf-8";
  const valid = validLength(name, bytes);
  if (valid < bytes.length) {
    const line = countLines(decode(name, bytes.subarray(0, valid)));
    if (name !== "utf-8") return { ok: false, line, message: "The file is not valid UTF-16. Save it as UTF-8." };
    const asWindows1252 = decode("windows-1252", bytes)
      .split(/\r\n?|\n/, PREVIEW)
      .join("\n");
    return { ok: false, line, message: "The file is not UTF-8. Save it as UTF-8.", asWindows1252 };
  }
  const text = decode(name, bytes);
  const nul = text.indexOf("\0");
  if (nul === -1) return { ok: true, text };
  const message = "The file contains a NUL character, so it is not a text file.";
  return { ok: false, line: countLines(text.slice(0, nul)), message };
}

function markOf(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return "utf-8";
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  return startsWith(bytes, [0xfe, 0xff]) ? "utf-16be" : undefined;
}

/** Whether at least a third of the bytes are NUL, all of them at even or all at odd positions. */
function isUtf16(bytes: Uint8Array): boolean {
  const nuls = [0, 0];
  const sample = bytes.subarray(0, SAMPLE);
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  return nuls.includes(0) && nuls.some((count) => count * 3 >= sample.length && count > 0);
}

const decode = (name: string, bytes: Uint8Array): string => new TextDecoder(name).decode(bytes);

/** Returns the number of bytes before the first malformed character. */
function validLength(name: string, bytes: Uint8Array): number {
  const isValid = (length: number, stream: boolean) => {
    try {
      new TextDecoder(name, { fatal: true }).decode(bytes.subarray(0, length), { stream });
      return true;
    } catch {
      return false;
    }
  };
  if (isValid(bytes.length, false)) return bytes.length;
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValid(middle, true)) valid = middle;
    else invalid = middle;
  }
  return valid;
}
