import { movePoint } from "#lib/cells/move-point.ts";
import { readNumber } from "#lib/cells/read-number.ts";

/**
 * Converts typed percentages to the fractions of the request and back. Both are strings and only the decimal point
 * moves, so a round trip is lossless.
 */

/** Converts "25", "25 %" and "12,5" to a fraction: "0.25", "0.125". Undefined if the text is not a number. */
export function percentToFraction(percent: string): string | undefined {
  const number = readTyped(percent.trim().replace(/\s?%$/, ""));
  return number === undefined ? undefined : movePoint(number, -2);
}

/** Converts "0.25" to "25". Undefined if the text is not a number. */
export function fractionToPercent(fraction: string): string | undefined {
  const number = readTyped(fraction);
  return number === undefined ? undefined : movePoint(number, 2);
}

/** A share has no thousands, so a comma is a decimal comma. */
const readTyped = (text: string): string | undefined => readNumber(text, text.includes(",") ? "," : ".");

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
