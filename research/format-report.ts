import { findBetterReferences } from "#lib/scores/better-references.ts";
import type { EvaluationReport } from "#lib/scores/evaluation.ts";
import { BETTER_REFERENCE_TABLE } from "#lib/scores/record-tables.ts";
import { listReferences, nameReference } from "#lib/scores/reference-names.ts";
import { type FormattedCell, formatCell, formatFigure } from "#lib/scores/score-tables.ts";

/**
 * Formats the better references and the scores of a report as plain text: means over questions with 95 % intervals,
 * lower is better. report.html has the rest.
 */
export function formatReport({ versions, subject, sections, refused }: EvaluationReport): string {
  const [all, ...others] = sections;
  const names = all === undefined ? [] : listReferences(all);
  const sets = [...others.filter(({ dimension }) => dimension === "set"), ...(all === undefined ? [] : [all])];
  const rows = sets.map(({ dimension, value, forecasts, questions, brier, log, references }) => [
    value,
    ...[forecasts, questions, refused.filter(({ set }) => dimension === "all" || set === value).length].map(String),
    ...[brier, log].map((figure) => joined(formatFigure({ ...figure, blockInterval: null }, digits))),
    ...names.map((name) => digits(references[name]?.log)),
  ]);
  const { better, text } = findBetterReferences(sections);
  const comparisons = table(
    BETTER_REFERENCE_TABLE.map(({ name = "" }) => name),
    better.map((row, index) => BETTER_REFERENCE_TABLE.map((column) => joined(formatCell(column, row, index)))),
  );
  return [
    text,
    ...(better.length === 0 ? [] : ["", comparisons]),
    "",
    ...versions.map(({ version, answers }) => `Model version ${version}: ${answers} answers`),
    `Data SHA-256 ${subject.dataDigest}`,
    "",
    table(
      ["set", "cases", "questions", "refused", "Brier", "log", ...names.map((name) => `${nameReference(name)}, log`)],
      rows,
    ),
  ].join("\n");
}

function joined({ text, intervals }: FormattedCell): string {
  return intervals === "" ? text : `${text} [${intervals}]`;
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
