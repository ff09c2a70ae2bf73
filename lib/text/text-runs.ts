/** A part of a text: either shown unchanged, or one character that a reader would not see. */
export interface TextRun {
  readonly text: string;
  /** Index in UTF-16 units. */
  readonly start: number;
  /** Shown in place of the character. `short` is an abbreviation such as "RLO", a picture of a control, or "U+2061". */
  readonly mark?: { readonly short: string; readonly name: string };
}

/** Format characters that have a glyph: the number signs of Arabic, Syriac and Kaithi. */
const WITH_GLYPH = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`;
/** U+2800, the blank braille pattern, is the only invisible character that Unicode classifies as a symbol. */
export const HIDDEN = String.raw`(?![\t\n${WITH_GLYPH}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]`;
/** Cannot be seen before the first and after the last character. */
const OUTER_SPACE = String.raw`^(?! )\p{Zs}|(?! )\p{Zs}$`;

const JOINING = "Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt";
const JOINING_LETTER = `(?=[\\p{L}\\p{M}])[${JOINING.replaceAll(/(\w+) ?/g, "\\p{scx=$1}")}]`;
const NEEDED = [
  String.raw`\r(?=\n)`,
  // Joiners between letters of scripts that use them, and in a chillu of Malayalam.
  String.raw`\p{Join_C}(?<=${JOINING_LETTER}.)(?=${JOINING_LETTER})|\u200d(?<=\u0d4d.)`,
  // Emoji: ZWJ sequences, presentation selectors, keycaps, and the flags of parts of countries.
  String.raw`\u200d(?<=[\p{ExtPict}\p{EMod}]\ufe0f?.)(?=\p{ExtPict})|[\ufe0e\ufe0f](?<=\p{ExtPict}.)`,
  String.raw`\ufe0f(?<=[0-9#*].)(?=\u20e3)|\u{1f3f4}\u{e0067}\u{e0062}[\u{e0061}-\u{e007a}]{3}\u{e007f}`,
  // Variants of ideographs and of Mongolian letters; blanks between braille patterns.
  String.raw`\p{VS}(?<=\p{UIdeo}.)|[\u180b-\u180f](?<=\p{scx=Mong}.)|\u2800(?<=[\u2801-\u28ff].)(?=[\u2801-\u28ff])`,
].join("|");

const ANY = new RegExp(`${HIDDEN}|${OUTER_SPACE}`, "u");
const MARKED = new RegExp(`${NEEDED}|(${HIDDEN}|${OUTER_SPACE})`, "gsu");

/** Unicode's abbreviations, and names in words. */
const NAMES = `A0 NBSP no-break space,AD SHY soft hyphen,61C ALM Arabic letter mark,180E MVS Mongolian vowel separator,
200B ZWSP zero-width space,200C ZWNJ zero-width non-joiner,200D ZWJ zero-width joiner,200E LRM left-to-right mark,
200F RLM right-to-left mark,202A LRE left-to-right embedding,202B RLE right-to-left embedding,
202C PDF pop directional formatting,202D LRO left-to-right override,202E RLO right-to-left override,
2060 WJ word joiner,2066 LRI left-to-right isolate,2067 RLI right-to-left isolate,2068 FSI first strong isolate,
2069 PDI pop directional isolate,3164 HF Hangul filler,FEFF BOM byte order mark`;

/** Splits a text into runs, whose concatenation is the text. */
export function splitRuns(text: string): TextRun[] {
  if (!ANY.test(text)) return [{ text, start: 0 }];
  const hidden = [...text.matchAll(MARKED)].filter(([, one]) => one !== undefined);
  const runs = hidden.flatMap(({ 0: one, index }, at): TextRun[] => {
    const start = index + one.length;
    const run = { text: text.slice(start, hidden[at + 1]?.index), start };
    return [{ text: one, start: index, mark: nameCharacter(one) }, run];
  });
  return [{ text: text.slice(0, hidden[0]?.index), start: 0 }, ...runs].filter((run) => run.text !== "");
}

function nameCharacter(character: string) {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  const [, known, name] = new RegExp(`\\b${hex} (\\w+) ([^,]+)`).exec(NAMES) ?? [];
  if (known !== undefined && name !== undefined) return { short: known, name };
  const point = `U+${hex.padStart(4, "0")}`;
  const short = code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? "␡" : point;
  if (/\p{Cc}/u.test(character)) return { short, name: `control character ${point}` };
  return { short, name: `${character.isWellFormed() ? "invisible character" : "lone surrogate"} ${point}` };
}

/** Returns the runs of a part of the text, from `from` to `to` in UTF-16 units. */
export function cutRuns(runs: readonly TextRun[], from: number, to = Number.POSITIVE_INFINITY): TextRun[] {
  return runs.flatMap(({ start, ...run }) => {
    const text = run.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return text === "" ? [] : [{ ...run, text, start: Math.max(start, from) }];
  });
}

/** Writes the marks of a text as "⟨RLO⟩" or "␀". */
export function writeMarks(text: string): string {
  return splitRuns(text)
    .map((run) => run.mark?.short.replace(/^\w.*/, "⟨$&⟩") ?? run.text)
    .join("");
}

/** Whether a text has letters or digits of right-to-left scripts. Unicode reserves these blocks for them. */
export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text);
}

/** Encloses right-to-left text in U+2068 and U+2069, so that it does not reorder the sentence around it. */
export function isolate(text: string): string {
  return isRightToLeft(text) ? `\u2068${text}\u2069` : text;
}
