import type { Evidence } from "./finding.ts";

const MAX_LENGTH = 160;

/** Returns the passage from `start` to `end`, cut to 160 UTF-16 units, never inside a surrogate pair. */
export function evidence(text: string, start: number, end: number): Evidence {
  const from = splitsPair(text, start) ? start - 1 : start;
  let to = Math.min(end, from + MAX_LENGTH);
  if (splitsPair(text, to)) to--;
  return { text: text.slice(from, to), start: from, end: to };
}

function splitsPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  return isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
