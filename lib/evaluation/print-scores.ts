import { dotPlot, drawShape, escapeText, type Mark } from "./charts.ts";
import type { Figure } from "./figure.ts";
import { bothIntervals, type Column, digits, figure, table, withInterval } from "./print-html.ts";
import { nameReference, type ReferenceName } from "./reference-names.ts";
import type { Summary } from "./summarise-scores.ts";

const SHAPES: Readonly<Record<ReferenceName, Mark["shape"]>> = {
  uniform: "cross",
  last: "square",
  sources: "diamond",
  walk: "triangle",
};

/** Shapes of the references from the file, in turn. They share one colour. */
const GIVEN: readonly Mark["shape"][] = ["square", "diamond", "triangle", "cross"];

function lookOf(reference: string, names: readonly string[]): Pick<Mark, "series" | "shape"> {
  if (Object.hasOwn(SHAPES, reference)) return { series: reference, shape: SHAPES[reference as ReferenceName] };
  const position = names.filter((name) => !Object.hasOwn(SHAPES, name)).indexOf(reference);
  return { series: "given", shape: GIVEN[position % GIVEN.length] ?? "square" };
}

/** The mark of a model's figure, with the wider of its two intervals. */
function markOf({ value, interval, blockInterval }: Figure): Mark {
  const isWider = width(blockInterval) > width(interval);
  return { series: "model", shape: "circle", value, interval: isWider ? blockInterval : interval };
}

function width(interval: Figure["interval"]): number {
  return interval === undefined ? 0 : interval.high - interval.low;
}

export function rowsOf(summaries: readonly Summary[], names: readonly string[]) {
  return summaries.map(({ name, log, references }) => ({
    name,
    marks: [
      ...names.flatMap((reference): Mark[] => {
        const score = references[reference]?.log;
        return score === undefined ? [] : [{ ...lookOf(reference, names), value: score }];
      }),
      ...(log === undefined ? [] : [markOf(log)]),
    ],
  }));
}

export function legend(names: readonly string[]): string {
  const entry = (series: string, shape: Mark["shape"], text: string) =>
    `<span><svg class="key" viewBox="0 0 14 14" aria-hidden="true"><g class="${series}">${drawShape(shape, 7, 7)}</g></svg> ${text}</span>`;
  const entries = [
    entry("model", "circle", "model, with the wider of its intervals"),
    ...names.map((name) => {
      const { series, shape } = lookOf(name, names);
      return entry(series, shape, escapeText(nameReference(name)));
    }),
  ];
  return `<p class="legend">${entries.join(" ")}</p>`;
}

/** Plot and table with one row per reference. */
export function allDifferences(all: Summary, names: readonly string[]): string {
  const rows = names.flatMap((name) => {
    const difference = all.references[name]?.logDifference;
    if (difference === undefined) return [];
    return [{ name: nameReference(name), marks: [markOf(difference)] }];
  });
  return `${figure(dotPlot("Log score of the model minus that of each reference", rows, { zero: true }))}
${differenceTable("Cases of", [all], names)}`;
}

export function differencePlot(summaries: readonly Summary[], reference: string, by: string): string {
  const rows = summaries.flatMap(({ name, references }) => {
    const difference = references[reference]?.logDifference;
    return difference === undefined ? [] : [{ name, marks: [markOf(difference)] }];
  });
  const title = `Model minus ${nameReference(reference)}`;
  return `<h3>${escapeText(title)}</h3>\n${figure(dotPlot(`${title}: log score by ${by}`, rows, { zero: true }))}`;
}

export function scoreTable(
  caption: string,
  head: string,
  summaries: readonly Summary[],
  names: readonly string[],
): string {
  const imputed: Column<Summary> = [
    "Log, refused cases scored as uniform",
    (one) => digits(one.imputed?.log ?? one.log?.value),
  ];
  return table(caption, summaries, [
    [head, ({ name }) => escapeText(name)],
    ["Cases", ({ cases }) => cases],
    ["Questions", ({ questions }) => questions],
    ["Log", ({ log }) => withInterval(log)],
    ...names.map(
      (name): Column<Summary> => [
        `${escapeText(nameReference(name))}, log`,
        ({ references }) => digits(references[name]?.log),
      ],
    ),
    ...(summaries.some((one) => one.imputed !== undefined) ? [imputed] : []),
    ["Brier", ({ brier }) => withInterval(brier)],
    ["Log, mean over cases", ({ overCases }) => digits(overCases?.log)],
    ["Brier, mean over cases", ({ overCases }) => digits(overCases?.brier)],
  ]);
}

export function differenceTable(head: string, summaries: readonly Summary[], names: readonly string[]): string {
  const rows = summaries.flatMap(({ name, questions, references }) =>
    names.flatMap((reference) => {
      const comparison = references[reference];
      return comparison === undefined ? [] : [{ name, reference, cases: questions, ...comparison }];
    }),
  );
  return table("Model minus reference", rows, [
    [head, ({ name }) => escapeText(name)],
    ["Reference", ({ reference }) => escapeText(nameReference(reference))],
    ["Cases", ({ cases }) => cases],
    ["Log", ({ logDifference }) => bothIntervals(logDifference)],
    ["Detectable", ({ detectable }) => digits(detectable)],
    ["Brier", ({ brierDifference }) => withInterval(brierDifference)],
  ]);
}
