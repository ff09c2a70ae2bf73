/** The beginning or the end of an id, as a list or a log shows it. */
export interface IdPart {
  /** As it was typed, in lower case, without "sha256:". */
  readonly text: string;
  /** Its hexadecimal digits alone. */
  readonly digits: string;
  /** The least and the greatest UUID that begin with them. */
  readonly least: string;
  readonly most: string;
}

const FEWEST = 6;
const DIGITS_OF_UUID = 32;

/** Undefined for what is no part of an id. */
export function readIdPart(typed: string): IdPart | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, "")
    .replace(/(\.\.\.|…)$/, "");
  if (!/^[0-9a-f]+(-[0-9a-f]+)*$/.test(text)) return undefined;
  const digits = text.replaceAll("-", "");
  if (digits.length < FEWEST) return undefined;
  const first = digits.slice(0, DIGITS_OF_UUID);
  return {
    text,
    digits,
    least: first.padEnd(DIGITS_OF_UUID, "0"),
    most: first.padEnd(DIGITS_OF_UUID, "f"),
  };
}
