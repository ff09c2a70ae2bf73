/**
 * Percents as people type them, and the fractions of the request. Both are text, moved by two digits: no rounding, so
 * that a number which goes to and fro is the same number.
 */

const DECIMAL = /^(-?)(\d*)[.,]?(\d*)(?:e([+-]?\d{1,3}))?$/i;

/** "25", "25 %" and "12,5" as a fraction: "0.25", "0.125". Undefined for what is no number. */
export function percentToFraction(percent: string): string | undefined {
  return movePoint(percent.trim().replace(/\s?%$/, ""), -2);
}

/** "0.25" as "25". Undefined for what is no number. */
export const fractionToPercent = (fraction: string): string | undefined => movePoint(fraction.trim(), 2);

function movePoint(text: string, by: number): string | undefined {
  const [, sign = "", whole = "", part = "", exponent = "0"] = DECIMAL.exec(text) ?? [];
  const decimals = part.length - Number(exponent) - by;
  if (whole + part === "") return undefined;
  const digits = (whole + part).padEnd(whole.length + part.length - decimals, "0").padStart(decimals + 1, "0");
  const point = digits.length - Math.max(0, decimals);
  const fraction = digits.slice(point).replace(/0+$/, "");
  return sign + digits.slice(0, point).replace(/^0+(?=\d)/, "") + (fraction === "" ? "" : `.${fraction}`);
}

/** What the others leave of 100, where they are numbers and leave something: without the noise of binary sums. */
export function remainder(percents: readonly string[]): string | undefined {
  const left = 100 - sumOf(percents);
  return left >= -1e-9 ? String(Math.abs(Number(left.toFixed(9)))) : undefined;
}

/** NaN where one is no number. */
export function sumOf(percents: readonly string[]): number {
  return percents.reduce((sum, percent) => sum + 100 * Number(percentToFraction(percent) ?? Number.NaN), 0);
}
