import type { Interval } from "#lib/stats/bootstrap.ts";
import { niceTicks } from "#lib/stats/nice-ticks.ts";
import type { ReliabilityPoint } from "#lib/stats/reliability.ts";

/** Plots as SVG strings. Colours are CSS custom properties of the surrounding page. */

/** Escapes text for HTML content and attribute values. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Mark {
  /** The CSS class of the series, which sets its colour. */
  readonly series: string;
  readonly shape: "circle" | "square" | "diamond" | "triangle" | "cross";
  readonly value: number;
  readonly interval?: Interval | undefined;
}

export interface Row {
  readonly name: string;
  readonly marks: readonly Mark[];
}

const PLOT = 530;
/** Average width of a character in a 12 px font. */
const CHARACTER = 7;
const RIGHT = 20;
/** Height of a row: its padding, and a line for each mark, so that no mark hides another. */
const ROW_PADDING = 12;
const MARK_LINE = 13;
const TOP = 8;
const AXIS = 30;

/** Returns a dot plot: one row per name, with marks on a common axis. `zero` draws a line at 0, for differences. */
export function dotPlot(label: string, rows: readonly Row[], { zero = false } = {}): string {
  const values = rows.flatMap(({ marks }) =>
    marks.flatMap(({ value, interval }) => (interval === undefined ? [value] : [value, interval.low, interval.high])),
  );
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const left = 24 + CHARACTER * Math.max(0, ...rows.map(({ name }) => name.length));
  const width = left + PLOT + RIGHT;
  const x = (value: number) => round(left + ((value - low) / (high - low)) * PLOT);
  const heights = rows.map(({ marks }) => ROW_PADDING + MARK_LINE * Math.max(1, marks.length));
  const tops = heights.map((_, index) => TOP + heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  const bottom = TOP + heights.reduce((sum, height) => sum + height, 0);
  const parts = [
    ...ticks.map(
      (tick) =>
        `<line class="${zero && tick === 0 ? "zero" : "grid"}" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${bottom}"/>` +
        `<text x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${formatTick(tick)}</text>`,
    ),
    ...rows.map(({ name, marks }, index) => {
      const top = tops[index] ?? TOP;
      const drawn = marks.map(({ series, shape, value, interval }, position) => {
        const y = top + ROW_PADDING / 2 + MARK_LINE * (position + 0.5);
        const line =
          interval === undefined
            ? ""
            : `<line x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y}" y2="${y}" stroke-width="2"/>`;
        return `<g class="${series}">${line}${drawShape(shape, x(value), y)}</g>`;
      });
      const rule = index === 0 ? "" : `<line class="grid" x1="0" x2="${width - RIGHT}" y1="${top}" y2="${top}"/>`;
      const middle = top + (heights[index] ?? 0) / 2 + 4;
      return `${rule}<text x="${left - 10}" y="${middle}" text-anchor="end">${escapeText(name)}</text>${drawn.join("")}`;
    }),
  ];
  if (!zero) return svg(label, bottom + AXIS, parts, width);
  const sides = `<text x="${x(0) - 8}" y="${bottom + 36}" text-anchor="end">model better ←</text>`;
  return svg(label, bottom + AXIS + 18, [...parts, sides], width);
}

const SIDE = 360;

/** Returns a reliability diagram: the observed frequency of each bin, with the band of a calibrated forecaster. */
export function reliabilityPlot(label: string, points: readonly ReliabilityPoint[]): string {
  const left = 60;
  const x = (value: number) => round(left + value * SIDE);
  const y = (value: number) => round(TOP + (1 - value) * SIDE);
  const most = Math.max(1, ...points.map(({ forecasts }) => forecasts));
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const parts = [
    ...ticks.map(
      (tick) =>
        `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${y(0)}" y2="${y(1)}"/>` +
        `<line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}"/>` +
        `<text x="${x(tick)}" y="${y(0) + 18}" text-anchor="middle">${tick * 100} %</text>` +
        `<text x="${x(0) - 8}" y="${y(tick) + 4}" text-anchor="end">${tick * 100} %</text>`,
    ),
    `<line class="zero" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`,
    ...points.map(({ meanProbability, band }) => {
      const [top, low] = [y(band.high), y(band.low)];
      return `<rect class="band" x="${round(x(meanProbability) - 6)}" width="12" y="${top}" height="${round(Math.max(1, low - top))}"/>`;
    }),
    `<polyline class="model line" points="${points.map((one) => `${x(one.meanProbability)},${y(one.frequency)}`).join(" ")}"/>`,
    ...points.map(({ meanProbability, frequency, forecasts }) => {
      const radius = round(3 + 5 * Math.sqrt(forecasts / most));
      return `<circle class="model" cx="${x(meanProbability)}" cy="${y(frequency)}" r="${radius}"/>`;
    }),
    `<text x="${x(0.5)}" y="${y(0) + 38}" text-anchor="middle">forecast probability</text>`,
    `<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">observed frequency</text>`,
  ];
  return svg(label, TOP + SIDE + 50, parts, left + SIDE + RIGHT);
}

const BARS = 160;

/** Returns a histogram of shares with a dashed line at the share that is expected of each bin. */
export function histogram(label: string, shares: readonly number[]): string {
  const left = 60;
  const width = 420;
  const expected = 1 / shares.length;
  const top = Math.max(2 * expected, ...shares);
  const y = (share: number) => round(TOP + (1 - share / top) * BARS);
  const x = (index: number) => round(left + (index / shares.length) * width);
  const parts = [
    ...[0, expected, top].map(
      (share) => `<text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${round(share * 100)} %</text>`,
    ),
    ...shares.map(
      (share, index) =>
        `<rect class="model" x="${x(index) + 1}" y="${y(share)}" width="${round(width / shares.length - 2)}" height="${round(y(0) - y(share))}"/>`,
    ),
    `<line class="zero" stroke-dasharray="5 4" x1="${left}" x2="${left + width}" y1="${y(expected)}" y2="${y(expected)}"/>`,
    ...[0, 0.5, 1].map(
      (value) => `<text x="${left + value * width}" y="${y(0) + 18}" text-anchor="middle">${value}</text>`,
    ),
    `<text x="${left + width / 2}" y="${y(0) + 36}" text-anchor="middle">position of the outcome in the forecast distribution</text>`,
    `<text transform="translate(14 ${y(top / 2)}) rotate(-90)" text-anchor="middle">share of the cases</text>`,
  ];
  return svg(label, TOP + BARS + AXIS + 18, parts, left + width + RIGHT);
}

function svg(label: string, height: number, parts: readonly string[], width: number): string {
  return `<svg role="img" aria-label="${escapeText(label)}" viewBox="0 0 ${width} ${height}" style="width:${width}px;max-width:none">${parts.join("")}</svg>`;
}

export function drawShape(shape: Mark["shape"], x: number, y: number): string {
  switch (shape) {
    case "circle":
      return `<circle cx="${x}" cy="${y}" r="5"/>`;
    case "square":
      return `<rect x="${round(x - 4)}" y="${round(y - 4)}" width="8" height="8"/>`;
    case "diamond":
      return `<path d="M${x} ${round(y - 6)}l5 6l-5 6l-5-6z"/>`;
    case "triangle":
      return `<path d="M${x} ${round(y - 6)}l6 10h-12z"/>`;
    case "cross":
      return `<path class="stroke" d="M${round(x - 4)} ${round(y - 4)}l8 8m0-8l-8 8"/>`;
  }
}

function formatTick(value: number): string {
  return String(value).replace("-", "−");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
