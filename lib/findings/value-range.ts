/** The values that a description such as "10 to 20 seats" names, and what is left of it: of what they are values. */
export interface ValueRange {
  readonly lower: number;
  readonly lowerClosed: boolean;
  readonly upper: number;
  readonly upperClosed: boolean;
  /** The other words, the unit among them: ranges with different ones are ranges of different things. */
  readonly of: string;
  /** The smallest step that the numbers show: 1 for whole numbers, 0.1 for one decimal. */
  readonly step: number;
}

const NUMBER = String.raw`[$€£]?\s?(-?\d+(?:\.\d+)?)\s?(%|percent|k\b|thousand\b|m\b|mn\b|million\b|bn\b|billion\b|trillion\b)?`;
const MONTH_NAME =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s\d)/i;
const DASH = String.raw`\s?(?:-|to|through|and|up to)\s?`;

const BETWEEN = new RegExp(String.raw`(?:\b(?:between|from)\s)?(?<![\d.])${NUMBER}${DASH}${NUMBER}(?:,?\s?inclusive)?`);
const AT_LEAST = new RegExp(
  String.raw`(?:\b(?:at least|no less than|not less than|a minimum of|minimum|from)\s|>=|≥)\s?${NUMBER}`,
);
const OR_MORE = new RegExp(
  String.raw`${NUMBER}(?:\+|\s(?:[a-z]+\s)?(?:or|and)\s(?:more|above|higher|over|greater|up)\b)`,
);
const ABOVE = new RegExp(
  String.raw`(?:\b(?:more than|over|above|greater than|exceeding|exceeds|higher than)\s|>)\s?${NUMBER}`,
);
const AT_MOST = new RegExp(
  String.raw`(?:\b(?:at most|no more than|not more than|up to|a maximum of|maximum)\s|<=|≤)\s?${NUMBER}`,
);
const OR_LESS = new RegExp(String.raw`${NUMBER}\s(?:[a-z]+\s)?(?:or|and)\s(?:less|fewer|below|lower|under|smaller)\b`);
const BELOW = new RegExp(
  String.raw`(?:\b(?:less than|fewer than|under|below|lower than|smaller than)\s|<)\s?${NUMBER}`,
);
const POINT = new RegExp(String.raw`(?:\bexactly\s)?(?<![\d.])${NUMBER}`);

/** Longer texts are prose, not the label of a range. */
const LONGEST = 200;

/** Reads one range from a description; undefined where there is none, more than one, or numbers that are dates. */
export function readValueRange(description: string): ValueRange | undefined {
  if (description.length > LONGEST || !/\d/.test(description) || MONTH_NAME.test(description)) return undefined;
  const text = description
    .toLowerCase()
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1");
  const range = readBetween(text) ?? readBounds(text) ?? readPoint(text);
  if (range === undefined || /\d/.test(range.of) || range.lower > range.upper) return undefined;
  return isYears(text) ? undefined : range;
}

function readBetween(text: string): ValueRange | undefined {
  const match = BETWEEN.exec(text);
  if (match === null) return undefined;
  const upper = scaled(match[3], match[4]);
  // "10-20k" and "1 to 2 million" give the unit once, for both.
  const lower = scaled(match[1], match[2] ?? match[4]);
  return {
    lower,
    lowerClosed: true,
    upper,
    upperClosed: true,
    of: rest(text, [match[0]], match[4] ?? match[2]),
    step: stepOf(text),
  };
}

function readBounds(text: string): ValueRange | undefined {
  const low = first(text, [
    [AT_LEAST, true],
    [OR_MORE, true],
    [ABOVE, false],
  ]);
  const without = low === undefined ? text : text.replace(low.text, " ");
  const high = first(without, [
    [AT_MOST, true],
    [OR_LESS, true],
    [BELOW, false],
  ]);
  if (low === undefined && high === undefined) return undefined;
  return {
    lower: low?.value ?? -Infinity,
    lowerClosed: low?.closed ?? false,
    upper: high?.value ?? Infinity,
    upperClosed: high?.closed ?? false,
    of: rest(text, [low?.text ?? "", high?.text ?? ""], low?.unit ?? high?.unit),
    step: stepOf(text),
  };
}

function readPoint(text: string): ValueRange | undefined {
  const match = POINT.exec(text);
  if (match === null) return undefined;
  const value = scaled(match[1], match[2]);
  return {
    lower: value,
    lowerClosed: true,
    upper: value,
    upperClosed: true,
    of: rest(text, [match[0]], match[2]),
    step: stepOf(text),
  };
}

interface Bound {
  readonly text: string;
  readonly value: number;
  readonly unit: string | undefined;
  readonly closed: boolean;
}

function first(text: string, patterns: readonly (readonly [RegExp, boolean])[]): Bound | undefined {
  for (const [pattern, closed] of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return { text: match[0], value: scaled(match[1], match[2]), unit: match[2], closed };
  }
  return undefined;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
};

function scaled(number: string | undefined, unit: string | undefined): number {
  return Number(number) * (SCALES[unit ?? ""] ?? 1);
}

function rest(text: string, taken: readonly string[], unit: string | undefined): string {
  const left = taken.reduce((remaining, part) => remaining.replace(part, " "), text);
  const percent = unit === "%" || unit === "percent" ? " %" : "";
  const kept = left.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !FILLERS.has(word)) ?? [];
  return kept.join(" ") + percent;
}

/** Words that join two bounds or soften them, and say nothing of what is counted. */
const FILLERS = new Set([
  "and",
  "but",
  "the",
  "a",
  "an",
  "of",
  "or",
  "between",
  "from",
  "inclusive",
  "exactly",
  "total",
  "more",
  "less",
]);

function stepOf(text: string): number {
  const decimals = [...text.matchAll(/\d\.(\d+)/g)].map(([, digits]) => digits?.length ?? 0);
  return 10 ** -Math.max(0, ...decimals);
}

/** Seasons and spans of years ("2025-2026") share their ends by custom. */
function isYears(text: string): boolean {
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? [];
  return numbers.length > 0 && numbers.every((number) => /^(?:19|20)\d\d$/.test(number)) && !/[$€£%]/.test(text);
}
