import type { Evidence } from "./finding.ts";

const MAX_LENGTH = 160;

/** Returns the passage from `start` to `end`, cut to 160 UTF-16 units, never inside a surrogate pair. */
export function evidence(text: string, start: number, end: number): Evidence {
  const from = splitsPair(text, start) ? start - 1 : start;
  let to = Math.min(end, from + MAX_LENGTH);
  if (splitsPair(text, to)) to--;
  return { text: text.slice(from, to), start: from, end: to };
}

/** Whether a surrogate pair begins just before `at`. */
function splitsPair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
