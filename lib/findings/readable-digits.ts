const KANJI = "〇一二三四五六七八九";

/**
 * Replaces full-width characters (NFKC) and Chinese digits with ASCII. Replaces single UTF-16 units by single units only,
 * so that offsets do not change.
 */
export function readableDigits(text: string): string {
  return text.replace(/[^\0-\xff]/g, (unit) => {
    const digit = KANJI.indexOf(unit);
    const ascii = digit === -1 ? unit.normalize("NFKC") : String(digit);
    return ascii.length === 1 ? ascii : unit;
  });
}
