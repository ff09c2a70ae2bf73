import { readNumber } from "#lib/cells/read-number.ts";
import type { OptionForm } from "./compose-form.ts";

interface Bound {
  readonly text: string;
  readonly isIncluded: boolean;
}

interface Interval {
  readonly key: string;
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
}

const NUMBER = String.raw`([-−]?\d[\d,]*(?:\.\d+)?)`;
/** A unit, which is not a word that changes the bound. */
const UNIT = String.raw`(?: ?%| (?!or\b|to\b|and\b)[\p{L}%]+){0,3}`;

/** Forms of an interval in words, with its bounds in mathematical notation: "[" is an included lower bound. */
const FORMS = (
  [
    [`(?:between |from )?${NUMBER}${UNIT}(?: ?[–-] ?| to | and )${NUMBER}${UNIT}`, "[]"],
    [`at least ${NUMBER}${UNIT},? (?:and|but) (?:less than|below|under) ${NUMBER}${UNIT}`, "[)"],
    [`(?:at least |≥ ?)${NUMBER}${UNIT}`, "["],
    [`${NUMBER}(?:${UNIT} or (?:more|higher|above)|\\+)${UNIT}`, "["],
    [`(?:more than |above |over |> ?)${NUMBER}${UNIT}`, "("],
    [`(?:at most |up to |≤ ?)${NUMBER}${UNIT}`, "]"],
    [`${NUMBER}${UNIT} or (?:less|fewer|lower|below)${UNIT}`, "]"],
    [`(?:less than |fewer than |below |under |< ?)${NUMBER}${UNIT}`, ")"],
    [`(?:exactly )?${NUMBER}${UNIT}`, "[]"],
  ] as const
).map(([source, ends]) => ({ form: new RegExp(`^${source}\\.?$`, "iu"), ends }));

/**
 * Returns the bounds of a partition, as fields of its observation, if each option's description is an interval and the
 * intervals follow each other, such as "below 100", "100 to 149 ships", "150 or more". Otherwise returns no fields:
 * bounds are never guessed.
 */
export function fillPartition(options: readonly OptionForm[]): Record<string, string> {
  const read = options.flatMap((option) => readInterval(option) ?? []);
  const intervals = read.sort((one, other) => startOf(one) - startOf(other));
  if (intervals.length < options.length) return {};
  const [first, last] = [intervals[0], intervals.at(-1)];
  const startsAtZero = first?.lower?.text === "0" && first.lower.isIncluded;
  if (first === undefined || last?.upper !== undefined || (first.lower !== undefined && !startsAtZero)) return {};
  const fields: Record<string, string> = {};
  const put = ({ key }: Interval, end: "lower" | "upper", is: string, text: string) =>
    Object.assign(fields, { [`intervals/${key}/${end}Is`]: is, [`intervals/${key}/${end}`]: text });
  const unit = 10 ** -Math.max(...intervals.flatMap(({ lower, upper }) => [lower, upper].map(decimalsOf)));
  for (const [index, above] of intervals.entries()) {
    const below = intervals[index - 1];
    if (below === undefined) put(above, "lower", "at_least", "");
    else {
      const [end, start] = [below.upper, above.lower];
      if (end === undefined || start === undefined) return {};
      const gap = Number(start.text) - Number(end.text);
      const isNextValue = end.isIncluded && start.isIncluded && Math.abs(gap - unit) < unit / 1000;
      if (!isNextValue && !(gap === 0 && end.isIncluded !== start.isIncluded)) return {};
      put(below, "upper", end.isIncluded && !isNextValue ? "at_most" : "below", start.text);
      put(above, "lower", start.isIncluded ? "at_least" : "above", start.text);
    }
  }
  put(last ?? first, "upper", "below", "");
  return fields;
}

function startOf({ lower, upper }: Interval): number {
  return lower === undefined ? Number.NEGATIVE_INFINITY : Number(lower.text) + (upper === undefined ? 1e-12 : 0);
}

function decimalsOf(bound: Bound | undefined): number {
  return bound?.text.split(".")[1]?.length ?? 0;
}

function readInterval({ key, description }: OptionForm): Interval | undefined {
  for (const { form, ends } of FORMS) {
    const numbers = form
      .exec(description.trim())
      ?.slice(1)
      .map((number) => readNumber(number, "."));
    if (numbers === undefined) continue;
    const [first, second = first] = numbers;
    if (first === undefined || second === undefined) return undefined;
    const [hasLower, hasUpper] = [/[[(]/.test(ends), /[\])]/.test(ends)];
    return {
      key,
      lower: hasLower ? { text: first, isIncluded: !ends.includes("(") } : undefined,
      upper: hasUpper ? { text: second, isIncluded: !ends.includes(")") } : undefined,
    };
  }
  return undefined;
}
