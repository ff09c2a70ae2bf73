/** The beginning or end of an id, as shown in lists and logs. */
export interface IdPart {
  /** The typed text in lower case, without "sha256:". */
  readonly text: string;
  /** Hexadecimal digits of `text`, without hyphens. */
  readonly digits: string;
  /** Smallest UUID that begins with `digits`. */
  readonly least: string;
  /** Greatest UUID that begins with `digits`. */
  readonly most: string;
}

const FEWEST = 6;
const DIGITS_OF_UUID = 32;

/** Returns undefined if the text cannot be part of an id or has fewer than 6 digits. */
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
