/** Symbols of the lines of a chart. They differ in shape, so that readers need not distinguish colours. */
const SIGNS = ["●", "▲", "■", "◆", "▼", "✚"];

/** Returns the symbol and the colour of each line, of at most six. */
export function toSeries(ids: readonly string[]) {
  return ids
    .slice(0, SIGNS.length)
    .map((id, index) => ({ id, sign: SIGNS[index] ?? "●", colour: `var(--series-${index + 1})` }));
}
