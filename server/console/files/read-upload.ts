import { MAX_FILE_MIB } from "#lib/domain/evaluations.ts";
import { decodeFile, startsWith } from "#lib/files/decode-file.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import { within } from "#server/base/within.ts";
import type { Work } from "#server/limits/work.ts";

interface ReadUploadOptions {
  readonly maxBytes?: number;
  /** Maximum time between two chunks. */
  readonly waitMs?: number;
  /** Called with the number of bytes in memory; it may throw. */
  readonly hold?: (bytes: number) => void;
}

/**
 * Reads an upload into memory and unpacks it if it is gzipped. Throws BAD_REQUEST if it exceeds `maxBytes` uncompressed,
 * ends early, pauses for `waitMs`, or is damaged. Rejects with the signal's reason once the client has left. Holds no
 * slot while it waits for the client.
 */
export async function readUpload(
  body: ReadableStream<Uint8Array>,
  work: Work,
  { maxBytes = MAX_FILE_MIB * 1_024 * 1_024, waitMs = 10_000, hold = () => {} }: ReadUploadOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const options = { maxBytes, waitMs, hold };
  try {
    const sent = await work.aside(() => readParts(body, options));
    if (!startsWith(sent, [0x1f, 0x8b])) return sent;
    return await readParts(new Blob([sent]).stream().pipeThrough(new DecompressionStream("gzip")), options);
  } catch (cause) {
    work.signal.throwIfAborted();
    if (isGatewayError(cause)) throw cause;
    const message =
      "The file could not be read: the upload was interrupted, or the file is damaged. Nothing was saved.";
    throw new GatewayError("BAD_REQUEST", { message, cause });
  }
}

async function readParts(
  stream: ReadableStream<Uint8Array>,
  { maxBytes, waitMs, hold }: Required<ReadUploadOptions>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value } = await within(waitMs, reader.read());
      if (value === undefined) return Buffer.concat(parts);
      length += value.byteLength;
      if (length > maxBytes) {
        const message = `The file exceeds ${maxBytes / 1_024 / 1_024} MiB uncompressed. Nothing was saved. Split the file.`;
        throw new GatewayError("BAD_REQUEST", { message });
      }
      hold(length);
      parts.push(value);
    }
  } finally {
    reader.releaseLock();
  }
}

const REMEDY = "Send JSON Lines or a JSON array, or import the file in the console.";

/** Decodes a file of JSON Lines or a JSON array. Throws BAD_REQUEST for any other file, with the remedy. */
export function requireJson(bytes: Uint8Array): string {
  const isZip = startsWith(bytes, [0x50, 0x4b]);
  const decoded = isZip ? ({ ok: false, message: "This is a workbook or a ZIP archive." } as const) : decodeFile(bytes);
  if (!decoded.ok) throw refusal(`${decoded.message}${"line" in decoded ? ` See line ${decoded.line}.` : ""}`);
  if (decoded.text.trim() === "") throw refusal("The file is empty.");
  if (!/^\s*[[{]/.test(decoded.text)) throw refusal("The file does not start with a JSON object or array.");
  return decoded.text;
}

function refusal(message: string): GatewayError {
  return new GatewayError("BAD_REQUEST", { message: `${message} ${REMEDY}` });
}
