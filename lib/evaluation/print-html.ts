import type { Figure } from "./figure.ts";

const MAX_UNFOLDED = 12;

/** Parts of the HTML report. Texts must be escaped by the caller. */

export function bothScores(scores: { readonly log: number; readonly brier: number } | undefined): string {
  return `log score ${digits(scores?.log)}, Brier score ${digits(scores?.brier)}`;
}

export function item(name: string, html: string): string {
  return `<dt>${name}</dt><dd>${html}</dd>`;
}

export function figure(svg: string): string {
  return `<div class="plot" tabindex="0">${svg}</div>`;
}

/** The header of a column, and its cell in a row, as HTML. */
export type Column<Row> = readonly [string, (row: Row) => string | number];

/** Returns a table. The first cell of a row is its header. */
export function table<Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => {
    const [name = "", ...rest] = columns.map(([, read]) => read(row));
    return `<tr><th scope="row">${name}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const heads = columns.map(([name]) => `<th scope="col">${name}</th>`);
  return `<div class="table" tabindex="0"><table><caption>${caption}</caption><thead><tr>${heads.join("")}</tr></thead><tbody>${cells.join("")}</tbody></table></div>`;
}

export function bothIntervals(figure: Figure | undefined): string {
  const block = figure?.blockInterval;
  if (block === undefined) return withInterval(figure);
  return `${withInterval(figure)} <small>by block [${digits(block.low)}, ${digits(block.high)}]</small>`;
}

export function withInterval(figure: Pick<Figure, "value" | "interval"> | undefined): string {
  if (figure?.interval === undefined) return digits(figure?.value);
  const { low, high } = figure.interval;
  return `${digits(figure.value)} <small>[${digits(low)}, ${digits(high)}]</small>`;
}

export function digits(value: number | undefined): string {
  if (value === undefined) return "–";
  const text = value.toFixed(4);
  return text === "-0.0000" ? "0.0000" : text.replace("-", "−");
}

/** Returns a section that the reader can fold. It is open if it has few rows. */
export function foldable(summary: string, rows: number, html: string): string {
  return `<details${rows <= MAX_UNFOLDED ? " open" : ""}><summary>${summary}</summary>\n${html}\n</details>`;
}
