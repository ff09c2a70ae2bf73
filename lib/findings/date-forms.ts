import { type CalendarDay, isLaterDay, isRealDay, mondayOf, nearestYear } from "./calendar-day.ts";

/** The date that a passage names. */
export interface NamedDate {
  /** The date, or the first month of a period or year. */
  readonly day: CalendarDay;
  /**
   * `uncertain`: the passage has other readings; 03/04/2026 counts as the later of both dates. `period`: a quarter or a
   * half-year. `yearless`: `day` has the year that puts it closest to the reference date.
   */
  readonly form: "day" | "uncertain" | "month" | "period" | "year" | "yearless";
}

type Groups = Readonly<Partial<Record<string, string>>>;

/** Returns undefined if the passage is not a date. The date may not exist, such as 30 February. */
type Read = (groups: Groups, reference: CalendarDay) => NamedDate | undefined;

/** Chinese and Japanese put no space before a date. */
const START = String.raw`(?<![a-zа-я\p{M}\d]|\d[-/.,:])`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)(?!\d)`;
const DAY = String.raw`(?<day>3[01]|[12]\d|0?[1-9])`;
const WORD = String.raw`\p{L}[\p{L}\p{M}]+`;
const WORD_START = String.raw`(?<![\p{L}\p{M}])`;
const OF = String.raw`(?:of\s|del?\s)?`;
const GAP = String.raw`[.,॰]?[\s/-]{1,3}`;
const CJK_MONTH = String.raw`(?:\d{1,2}月?[-~–〜])?(?<month>1?\d|十[12]?)\s?[月월]`;
const CJK_DAY = String.raw`(?<day>[123]?十?\d|[23]?十)\s?[日일]`;
const PART = "[QT](?<quarter>[1-4])|[HS](?<half>[12])";
const PART_WORD = String.raw`(?<quarter>[1-4])[QT]|(?<half>[12])[HS]|(?<count>[a-zà-ÿа-яё\d]{1,9})\.?[\s-](?:(?<quarter>quarter|Quartal|trimestre|квартал[ае]?)|half|Halbjahr|semestre|полугоди[еи])`;
const YEAR_LEAD = String.raw`^|[.!?]\s|[。\n]|(?<!\p{L})(?:in|during|since|im Jahre?|en|em|w|во?)\s`;

const SOURCES: readonly (readonly [string, Read])[] = [
  // 2026-12-03, 2026/12/3
  [String.raw`${START}(?<year>(?:19|20)\d\d)(?<separator>[-/.])(?<month>\d{1,2})\k<separator>${DAY}(?!\d)`, readDate],
  // 2026-12, but not "No. 2026-12"
  [String.raw`${START}(?<![°º№#.]\s?)(?<year>20\d\d)-(?<month>0[1-9]|1[0-2])(?![a-zа-я\d]|[-/.:]\d)`, readDate],
  // 3 December 2026, 3 de diciembre de 2026, le 1er décembre
  [
    String.raw`${START}${DAY}(?:st|nd|rd|th|er|[ºª°.])?[\s-]{1,3}${OF}(?<name>${WORD})(?:${GAP}${OF}${YEAR}|(?!${GAP}${OF}\d{3}))`,
    readDate,
  ],
  // December 3–5, 2026
  [
    String.raw`${WORD_START}(?<english>${WORD})${GAP}(?:the\s)?(?:\d{1,2}\s?[-–]\s?)?${DAY}(?:st|nd|rd|th)?(?!\d|[.,:]\d)(?:,?\s{1,2}${YEAR})?`,
    readDate,
  ],
  // 2026-Dec-03, 2026. december 3.
  [String.raw`${START}(?<year>20\d\d)[-/.\s]{1,2}(?<name>${WORD})[-/.\s]{1,2}${DAY}(?!\d)`, readDate],
  // December 2026, diciembre de 2026
  [`${WORD_START}(?<name>${WORD})${GAP}${OF}${YEAR}`, readDate],
  // 2026年12月3日, 12月3日
  [String.raw`${START}(?<year>20\d\d)\s?[年년]\s?${CJK_MONTH}(?:\s?${CJK_DAY})?`, readDate],
  [String.raw`(?<!\d)${CJK_MONTH}\s?${CJK_DAY}`, readDate],
  // 03.12.2026, 3. 12. 2026, 03/12/26
  [
    String.raw`${START}(?<first>\d{1,2})(?<separator>[-/.]|\.\s)(?<second>\d{1,2})\k<separator>(?<year>(?:19|20)?\d\d)(?!\d|[-/.,:]\d)`,
    readNumeric,
  ],
  // 20261203, but neither in nor after another number
  [String.raw`(?<![a-zа-я\d]|[\d#][\s-]|[-/.,:])(?<compact>20\d{6})(?![a-zа-я\d]|[-.,]\d)`, readCompact],
  // 2026-W49, week 49 of 2026
  [
    String.raw`${START}(?:(?<year>20\d\d)-?W(?<week>[0-5]\d)(?!\d)|(?:KW|week|Woche|semaine|semana)\s(?<week>[1-5]?\d)(?:\s|\/|,\s)${OF}${YEAR})`,
    ({ year, week }) => ({ day: mondayOf(Number(year), Number(week)), form: "day" }),
  ],
  // Q1 2027, 1T 2027, first quarter of 2027, 2027 Q1, 2027年第1季度
  [String.raw`${START}(?:${PART}|${PART_WORD})[\s/-]{1,2}${OF}${YEAR}`, readPeriod],
  [
    String.raw`${START}(?<year>20\d\d)(?:[\s/-]{0,2}(?:${PART})(?![\p{L}\d])|年第?(?<quarter>[1-4])(?:季度|四半期))`,
    readPeriod,
  ],
  // In 2027, 2027 gewann, 2027年
  [
    String.raw`(?<=${YEAR_LEAD})(?<year>20\d\d)(?![\p{L}\p{M}\d]|[-/.,:]\d|\s?%)|${START}(?<year>20\d\d)年(?!第?\d)`,
    ({ year }) => ({ day: { year: Number(year), month: 1 }, form: "year" }),
  ],
];

/** The absolute dates that a text may contain. */
export const DATE_FORMS = SOURCES.map(([source, read]) => ({ pattern: new RegExp(source, "giu"), read }));

function readDate({ year, name, english, month, day }: Groups, reference: CalendarDay): NamedDate | undefined {
  const word = name ?? english;
  const named = word === undefined ? { month: toNumber(month), isEnglish: true } : monthNamed(word);
  if (named === undefined || (english !== undefined && !named.isEnglish)) return undefined;
  if (named.isShort === true && (year === undefined || day === undefined)) return undefined;
  // These are not dates: "march 3 miles", "2 Mars rovers".
  if (year === undefined && /^(?:may|march|Mars)$/.test(word ?? "")) return undefined;
  const date = { month: named.month, day: day === undefined ? undefined : toNumber(day) };
  return year === undefined
    ? { day: { ...date, year: nearestYear(date, reference) }, form: "yearless" }
    : { day: { ...date, year: Number(year) }, form: day === undefined ? "month" : "day" };
}

/** Between periods, the day comes first. Otherwise, either may: the later date counts. */
function readNumeric({ first, separator = "", second, year = "" }: Groups): NamedDate | undefined {
  const isShort = year.length === 2;
  if (isShort && separator === "-") return undefined;
  const [a, b, fullYear] = [Number(first), Number(second), Number(year.padStart(4, "20"))];
  const dayFirst = { year: fullYear, month: b, day: a };
  if (separator.startsWith(".")) return { day: dayFirst, form: isShort ? "uncertain" : "day" };
  const readings = [dayFirst, { year: fullYear, month: a, day: b }].filter(isRealDay);
  const [latest] = readings.sort((one, other) => (isLaterDay(one, other) ? -1 : 1));
  return latest && { day: latest, form: readings.length === 2 && a !== b ? "uncertain" : "day" };
}

/** Most other numbers with 8 digits are not in the years around the reference date. */
function readCompact({ compact = "" }: Groups, reference: CalendarDay): NamedDate | undefined {
  const [year = 0, month = 0, day] = [compact.slice(0, 4), compact.slice(4, 6), compact.slice(6)].map(Number);
  return Math.abs(year - reference.year) > 1 ? undefined : { day: { year, month, day }, form: "uncertain" };
}

/** The beginnings of "1st" to "4th" in several languages. */
const COUNTS = [
  /^(?:1|i$|first|premi|erst|primer|перв)/i,
  /^(?:2|ii$|second|deuxi|zweit|segund|втор)/i,
  /^(?:3|iii$|third|troisi|dritt|tercer|трет)/i,
  /^(?:4|iv$|fourth|quatri|viert|cuart|четв)/i,
];

function readPeriod({ year, quarter, half, count }: Groups): NamedDate {
  const part = count === undefined ? Number(quarter ?? half) : COUNTS.findIndex((start) => start.test(count)) + 1;
  return { day: { year: Number(year), month: (part - 1) * (quarter === undefined ? 6 : 3) + 1 }, form: "period" };
}

/** Reads digits; 十 stands for ten. */
function toNumber(digits = ""): number {
  const [tens, units] = digits.split("十");
  return units === undefined ? Number(tens) : 10 * Number(tens || 1) + Number(units);
}

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
function monthNamed(word: string): MonthName | undefined {
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
