/** Signs for the options of a chart, told apart by shape and not by colour alone. */
const SIGNS = ["●", "▲", "■", "◆", "▼", "✚"];

/** As many options are drawn at once; more would not be told apart. */
export const MAX_DRAWN = SIGNS.length;

export interface Series {
  readonly option: string;
  readonly sign: string;
  /** A CSS colour. */
  readonly colour: string;
  /** For the line's dashes, in SVG's form. */
  readonly dashes: string;
}

const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"];

/** How each option that is drawn looks. */
export function toSeries(options: readonly string[]): Series[] {
  return options.slice(0, MAX_DRAWN).map((option, index) => ({
    option,
    sign: SIGNS[index] ?? "●",
    colour: `var(--series-${index + 1})`,
    dashes: DASHES[index] ?? "none",
  }));
}
