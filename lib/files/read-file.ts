import { decodeFile, startsWith } from "./decode-file.ts";
import type { FileContent, ReadOptions, Unreadable } from "./file-content.ts";
import { readDelimited } from "./read-table.ts";
import { readValues } from "./read-values.ts";

/**
 * Reads a file or a paste of any accepted form: CSV, semicolons, tabs, JSON, JSON Lines or .xlsx. The form follows from
 * the content, never from the name.
 */
export async function readFile(bytes: Uint8Array, options: ReadOptions = {}): Promise<FileContent | Unreadable> {
  if (startsWith(bytes, [0x50, 0x4b])) {
    const { readWorkbook } = await import("./read-workbook.ts");
    return readWorkbook(bytes, options.sheet);
  }
  const decoded = decodeFile(bytes, options);
  return decoded.ok ? readText(decoded.text) : decoded;
}

/** Reads decoded text: JSON if it starts with a bracket, otherwise delimited text. */
export function readText(text: string): FileContent | Unreadable {
  const plain = text.replace(/^\uFEFF/, "");
  return /^\s*[[{]/.test(plain) ? readValues(plain) : readDelimited(plain);
}
