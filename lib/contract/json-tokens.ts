/** Scanner functions for text that is known to be valid JSON. */

export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const BRACKET = 91;
const BACKSLASH = 92;
export const END_BRACKET = 93;
export const BRACE = 123;
export const END_BRACE = 125;

/** Returns the index after the string's closing quote. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (text.charCodeAt(at) === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
}

/** Decodes the string from its opening quote at `start` to `end`, the index after its closing quote. */
export function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes("\\") ? String(JSON.parse(`"${raw}"`)) : raw;
}
