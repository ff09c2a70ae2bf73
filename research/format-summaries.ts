import type { ReferenceName } from "./references.ts";
import type { Comparison, Figure, Summary } from "./summarise-scores.ts";

const REFERENCES: Readonly<Record<ReferenceName, string>> = {
  uniform: "uniform",
  last: "last forecast",
  sources: "mean of sources",
  walk: "random walk",
};
const NAMES: readonly ReferenceName[] = ["uniform", "last", "sources", "walk"];

/** The summaries as tables for a terminal. References that no case has are left out. */
export function formatSummaries(summaries: readonly Summary[], refused: ReadonlyMap<string, number>): string {
  const names = NAMES.filter((name) => summaries.some(({ references }) => references[name] !== undefined));
  const heads = names.map((name) => REFERENCES[name]);
  const differences = (of: (comparison: Comparison) => Figure) =>
    summaries.map(({ set, references }) => [
      set,
      ...names.map((name) => {
        const comparison = references[name];
        return comparison === undefined ? "–" : withInterval(of(comparison));
      }),
    ]);
  const outer = summaries.filter((one) => one.outer !== undefined);
  return [
    "Scores (lower is better)",
    table(
      ["set", "cases", "questions", "refused", "Brier", "log", ...heads.map((head) => `${head}, log`)],
      summaries.map(({ set, cases, questions, brier, log, references }) => [
        set,
        String(cases),
        String(questions),
        String(refused.get(set) ?? 0),
        withInterval(brier),
        withInterval(log),
        ...names.map((name) => digits(references[name]?.log)),
      ]),
    ),
    "Log score, model minus reference, paired by case (below 0: the model is better)",
    table(
      ["set", ...heads],
      differences(({ logDifference }) => logDifference),
    ),
    "Brier score, model minus reference, paired by case",
    table(
      ["set", ...heads],
      differences(({ brierDifference }) => brierDifference),
    ),
    ...(outer.length === 0
      ? []
      : [
          "The lowest and the highest interval of a series together: how probable they were, how often one came",
          table(
            ["set", "forecast", "came"],
            outer.map(({ set, outer }) => [set, digits(outer?.forecast), digits(outer?.came)]),
          ),
        ]),
  ].join("\n\n");
}

function withInterval(figure: Figure | undefined): string {
  if (figure?.interval === undefined) return digits(figure?.value);
  return `${digits(figure.value)} [${digits(figure.interval.low)}, ${digits(figure.interval.high)}]`;
}

function digits(value: number | undefined): string {
  if (value === undefined) return "–";
  const text = value.toFixed(4);
  return text === "-0.0000" ? "0.0000" : text;
}

/** Columns padded to their widest cell: the first to the left, the others to the right. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const lines = [head, ...body];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}
