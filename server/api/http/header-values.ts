import type { IncomingMessage } from "node:http";

/** The values of a header, one for each line that it was sent in. `headers` keeps the first line of some names only. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
