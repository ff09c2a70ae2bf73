/** Symbols of the options in a chart. They differ in shape, so that readers need not distinguish colours. */
const SIGNS = ["●", "▲", "■", "◆", "▼", "✚"];

/** Maximum number of options in a chart; more options would be indistinguishable. */
export const MAX_DRAWN = SIGNS.length;

export interface Series {
  readonly option: string;
  readonly sign: string;
  readonly colour: string;
  /** SVG `stroke-dasharray` of the line. */
  readonly dashes: string;
}

const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2"];

export function toSeries(options: readonly string[]): Series[] {
  return options.slice(0, MAX_DRAWN).map((option, index) => ({
    option,
    sign: SIGNS[index] ?? "●",
    colour: `var(--series-${index + 1})`,
    dashes: DASHES[index] ?? "none",
  }));
}
