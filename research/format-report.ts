import type { Report } from "#lib/evaluation/build-report.ts";
import type { Figure } from "#lib/evaluation/figure.ts";
import { listReferences, nameReference } from "#lib/evaluation/reference-names.ts";
import type { Comparison } from "#lib/evaluation/summarise-scores.ts";
import { LOG_FLOOR } from "#lib/stats/scores.ts";

/** Formats a report as plain-text tables. Omits reference forecasts that exist for none of the cases. */
export function formatReport({ versions, subject, sets, horizons, all, refusedBySet, refused }: Report): string {
  const names = listReferences(all);
  const heads = names.map(nameReference);
  const rows = [...sets, all];
  const refusals = new Map(refusedBySet.map(({ set, cases }) => [set, cases]));
  refusals.set(all.name, refused.length);
  const scores = (summaries: typeof rows) =>
    summaries.map(({ name, cases, questions, brier, log, overCases, references }) => [
      name,
      String(cases),
      String(questions),
      withInterval(brier),
      withInterval(log),
      digits(overCases?.brier),
      digits(overCases?.log),
      ...names.map((reference) => digits(references[reference]?.log)),
    ]);
  const scoreHeads = [
    "cases",
    "questions",
    "Brier",
    "log",
    "Brier over cases",
    "log over cases",
    ...heads.map((head) => `${head}, log`),
  ];
  const differences = (of: (comparison: Comparison) => Figure) =>
    rows.map(({ name, references }) => [
      name,
      ...names.map((reference) => {
        const comparison = references[reference];
        return comparison === undefined ? "–" : withInterval(of(comparison));
      }),
    ]);
  const ordered = rows.flatMap(({ name, ordered: one }) => (one === undefined ? [] : [{ name, ...one }]));
  return [
    [
      ...versions.map(({ version, answers }) => `Model version ${version}: ${answers} answers`),
      `Data SHA-256 ${subject.dataDigest}`,
      "Brier: sum over the options, 0 to 2. Log: minus the natural logarithm of the outcome's probability.",
      `A probability below ${LOG_FLOOR} counts as ${LOG_FLOOR} in the log score. References:`,
      "  uniform: the same probability for every option.",
      "  last forecast: the newest usable forecast in the input, by one source.",
      "  mean of sources: the mean, in log space, of the newest forecasts of several sources.",
      "  random walk: for a series, a normal distribution centred on the last measurement.",
      "refused: number of requests that the model refused; the other columns exclude them.",
      "Means are over questions: the cases of a question are averaged first. “Over cases”: every case weighs the same.",
      "[low, high]: 95 % interval, 2000 resamples of whole questions, fixed seed.",
    ].join("\n"),
    "Scores (lower is better)",
    table(
      ["set", ...scoreHeads.toSpliced(2, 0, "refused")],
      scores(rows).map((row) => row.toSpliced(3, 0, String(refusals.get(row[0] ?? "") ?? 0))),
    ),
    "Scores by horizon (time from the information cutoff to the resolution)",
    table(["horizon", ...scoreHeads], scores([...horizons])),
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
    ...(ordered.length === 0
      ? []
      : [
          "Numeric questions: ranked probability score, and observed minus forecast for the two open-ended intervals",
          table(
            ["set", "cases", "RPS", "lowest interval", "highest interval"],
            ordered.map(({ name, cases, rps, lowest, highest }) => [
              name,
              String(cases),
              withInterval(rps),
              withInterval(lowest.difference),
              withInterval(highest.difference),
            ]),
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

/** Formats a plain-text table. The first column is left-aligned; the others are right-aligned. */
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
