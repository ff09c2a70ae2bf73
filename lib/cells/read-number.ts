export type Decimal = "." | ",";

/** Spaces and apostrophes that separate thousands in either notation. */
const SPACES = " \u00a0\u2009\u202f'’";
const FORMS = { ".": numberForm("\\.", ","), ",": numberForm(",", ".") };

function numberForm(point: string, comma: string): RegExp {
  const grouped = `[1-9]\\d{0,2}(?<separator>[${comma}${SPACES}])\\d{3}(?:\\k<separator>\\d{3})*`;
  return new RegExp(
    `^(?<sign>[+-]?)(?:(?<whole>${grouped}|\\d+)(?:${point}(?<part>\\d*))?|${point}(?<only>\\d+))(?<power>e[+-]?\\d{1,3})?$`,
    "i",
  );
}

/** Returns a number as JSON with all its digits; undefined if the text is not a number in this notation. */
export function readNumber(text: string, decimal: Decimal): string | undefined {
  const groups = FORMS[decimal].exec(text.trim().replace("−", "-"))?.groups;
  if (groups === undefined) return undefined;
  const { sign, whole = "0", part = groups.only ?? "", power = "" } = groups;
  const digits = whole.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  return `${sign === "-" ? "-" : ""}${digits}${part === "" ? "" : `.${part}`}${power}`;
}

/** Returns the notation of a number; undefined if both notations read the same number, "unclear" if two. */
export function findDecimal(text: string): Decimal | "unclear" | undefined {
  const [point, comma] = [readNumber(text, "."), readNumber(text, ",")];
  if (point === comma) return undefined;
  if (point === undefined) return ",";
  return comma === undefined ? "." : "unclear";
}
