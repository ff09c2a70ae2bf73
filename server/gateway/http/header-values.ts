import type { IncomingMessage } from "node:http";

/** Returns all values of a header, one per header line. `headers` contains only the first line of some headers. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index];
    if (header?.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
