const DECIMAL = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;

/** Moves the decimal point of a number to the right, or to the left if `by` is negative, without rounding. */
export function movePoint(text: string, by: number): string | undefined {
  const [, sign = "", whole = "", part = "", exponent = "0"] = DECIMAL.exec(text) ?? [];
  const decimals = part.length - Number(exponent) - by;
  if (whole + part === "") return undefined;
  const digits = (whole + part).padEnd(whole.length + part.length - decimals, "0").padStart(decimals + 1, "0");
  const point = digits.length - Math.max(0, decimals);
  const fraction = digits.slice(point).replace(/0+$/, "");
  return sign + digits.slice(0, point).replace(/^0+(?=\d)/, "") + (fraction === "" ? "" : `.${fraction}`);
}
