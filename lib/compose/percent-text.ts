/**
 * Converts typed percentages to the fractions of the request and back. Both are strings and only the decimal point
 * moves, so a round trip is lossless.
 */

const DECIMAL = /^(-?)(\d*)[.,]?(\d*)(?:e([+-]?\d{1,3}))?$/i;

/** Converts "25", "25 %" and "12,5" to a fraction: "0.25", "0.125". Undefined if the text is not a number. */
export function percentToFraction(percent: string): string | undefined {
  return movePoint(percent.trim().replace(/\s?%$/, ""), -2);
}

/** Converts "0.25" to "25". Undefined if the text is not a number. */
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

/**
 * 100 minus the other percentages, without binary rounding noise. Undefined if one is not a number or they exceed 100.
 */
export function remainder(percents: readonly string[]): string | undefined {
  const left = 100 - sumOf(percents);
  return left >= -1e-9 ? String(Math.abs(Number(left.toFixed(9)))) : undefined;
}

/**
 * Whether the percentages were probably typed as fractions: all are below 1 and at least one is not 0. A text with a
 * percent sign is not a fraction.
 */
export function areFractions(percents: readonly string[]): boolean {
  const typed = percents.map((percent) => (percent.includes("%") ? Number.NaN : sumOf([percent])));
  return typed.every((percent) => percent >= 0 && percent < 1) && typed.some((percent) => percent > 0);
}

/** Sum of the percentages; NaN if one is not a number. */
export function sumOf(percents: readonly string[]): number {
  return percents.reduce((sum, percent) => sum + 100 * Number(percentToFraction(percent) ?? Number.NaN), 0);
}
