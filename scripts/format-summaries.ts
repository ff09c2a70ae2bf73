import type { Figure, Summary } from "./summarise-scores.ts";

/** The summaries as tables for a terminal. */
export function formatSummaries(summaries: readonly Summary[]): string {
  const names = (one: Summary) => [one.set, String(one.cases), String(one.questions)];
  return [
    "Scores (lower is better)",
    table(
      ["set", "cases", "questions", "pool Brier", "last Brier", "pool log", "last log"],
      summaries.map((one) => [...names(one), ...[one.brier, one.lastBrier, one.log, one.lastLog].map(withInterval)]),
    ),
    "Skill of the pool: the share of the reference's loss that it avoids (higher is better)",
    table(
      ["set", "Brier, on uniform", "log, on uniform", "Brier, on last", "log, on last"],
      summaries.map((one) => [
        one.set,
        ...[one.brierSkillOnUniform, one.logSkillOnUniform, one.brierSkillOnLast, one.logSkillOnLast].map(withInterval),
      ]),
    ),
    "Log score, pool minus last reading, paired by case (below 0: the pool is better)",
    table(
      ["set", "difference"],
      summaries.map((one) => [one.set, withInterval(one.logDifference)]),
    ),
  ].join("\n\n");
}

function withInterval(figure: Figure | undefined): string {
  if (figure === undefined) return "–";
  const { value, interval } = figure;
  return interval === undefined
    ? digits(value)
    : `${digits(value)} [${digits(interval.low)}, ${digits(interval.high)}]`;
}

function digits(value: number): string {
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
