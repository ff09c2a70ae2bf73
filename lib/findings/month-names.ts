/** Languages whose month names are recognised, in the forms that CLDR (through Intl) lists. English names come first. */
const LANGUAGES = "en en-GB de fr es ru pt it nl uk pl sv da nb fi cs hu ro tr id el ar hi".split(" ");

interface MonthName {
  /** 1 to 12. */
  readonly month: number;
  readonly isEnglish: boolean;
  /** An abbreviation in another language than English. Some are English words, such as "out" (October). */
  readonly isShort?: boolean;
}

const names = new Map<string, MonthName>();
/** Beginnings of names that are inflected: "декабр" also begins "декабре". */
const stems = new Map<string, MonthName>();

for (const length of ["long", "short"] as const) {
  for (const language of LANGUAGES) {
    const isEnglish = language.startsWith("en");
    const withDay = monthsIn(language, { month: length, day: "numeric" });
    for (const [index, alone] of monthsIn(language, { month: length }).entries()) {
      const found = { month: index + 1, isEnglish, isShort: length === "short" && !isEnglish };
      const inflected = withDay[index] ?? "";
      for (const name of [alone, inflected]) if (!names.has(name)) names.set(name, found);
      const end = [...alone].findIndex((letter, at) => letter !== inflected[at]);
      const stem = end === -1 ? alone : alone.slice(0, end);
      // Short Latin stems begin too many words.
      if (length === "long" && alone !== inflected && !/^[a-z]{1,3}$/.test(stem)) stems.set(stem, found);
    }
  }
}

/** Returns the month that a word names: "décembre", "DECEMBRE", "декабре"; undefined if it names none. */
export function monthNamed(word: string): MonthName | undefined {
  const name = fold(word);
  if (names.has(name)) return names.get(name);
  const ends = [1, 2, 3].map((cut) => name.length - cut).filter((end) => end > name.length / 2);
  return ends.map((end) => stems.get(name.slice(0, end))).find((stem) => stem !== undefined);
}

function monthsIn(language: string, parts: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...parts, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) =>
    fold(format.formatToParts(Date.UTC(2000, month)).find(({ type }) => type === "month")?.value ?? ""),
  );
}

/** Removes case, accents and a final period. */
function fold(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replace(/[.॰]$/, "").toLowerCase();
}
