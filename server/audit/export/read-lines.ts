import { createReadStream } from "node:fs";

/** Maximum line length, larger than any audit event. */
const MAX_LINE = 4_194_304;

/** Yields the lines of a file without their line breaks. A line longer than any event is truncated. */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > MAX_LINE) break;
  }
  if (rest.length > 0) yield rest;
}
