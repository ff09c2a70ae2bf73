import type { IncomingMessage } from "node:http";

/** All values of a header, one per header line. `headers` keeps only the first line of some headers. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
