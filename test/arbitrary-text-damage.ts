import fc from "fast-check";

/** A mutation of the JSON text of a request. */
export interface TextDamage {
  readonly of: "text";
  apply(text: string): string;
}

export function textDamage(): fc.Arbitrary<TextDamage> {
  const marks = fc.constantFrom(
    ..."{}[]\",:\\ \u0000\u0007\ufeff0x'/",
    "//",
    "/**/",
    "\u2028",
    "\ud800",
    "true",
    ",,",
    '"":',
  );
  return fc
    .tuple(fc.constantFrom("cut", "drop", "insert", "prefix", "suffix", "twice"), fc.nat(), marks)
    .map(([way, turn, mark]) => ({
      of: "text",
      apply: (text) => damageText(text, way, text === "" ? 0 : turn % text.length, mark),
    }));
}

function damageText(text: string, way: string, offset: number, mark: string): string {
  if (way === "cut") return text.slice(0, offset);
  if (way === "drop") return text.slice(0, offset) + text.slice(offset + 1);
  if (way === "insert") return text.slice(0, offset) + mark + text.slice(offset);
  if (way === "prefix") return mark + text;
  return way === "suffix" ? text + mark : text + text;
}
