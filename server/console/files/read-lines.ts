import { MAX_LINE_BYTES } from "#lib/split-jsonl.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import { within } from "#server/base/within.ts";

const LINE_FEED = 0x0a;

/**
 * Yields the lines of a body with backpressure, without line feeds; undefined for a line longer than MAX_LINE_BYTES.
 * Throws BAD_REQUEST if the body ends early, or if no chunk arrives for `waitMs`.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  waitMs = 10_000,
): AsyncGenerator<Uint8Array | undefined> {
  const reader = body.getReader();
  let parts: Uint8Array[] = [];
  let length = 0;

  function keep(part: Uint8Array): void {
    length += part.byteLength;
    if (length > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  }

  function take(): Uint8Array | undefined {
    const line = length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  }

  async function readPart(): Promise<Uint8Array | undefined> {
    try {
      return (await within(waitMs, reader.read())).value;
    } catch (cause) {
      if (isGatewayError(cause)) throw cause;
      throw new GatewayError("BAD_REQUEST", {
        message: "The rest of the file could not be read: the upload was interrupted, or the file is damaged.",
        cause,
      });
    }
  }

  try {
    for (let part = await readPart(); part !== undefined; part = await readPart()) {
      let start = 0;
      for (let end = part.indexOf(LINE_FEED); end !== -1; end = part.indexOf(LINE_FEED, start)) {
        keep(part.subarray(start, end));
        yield take();
        start = end + 1;
      }
      keep(part.subarray(start));
    }
    if (length > 0) yield take();
  } finally {
    reader.releaseLock();
  }
}
