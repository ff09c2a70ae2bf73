import type { Report } from "#lib/evaluation/build-report.ts";
import type { Figure } from "#lib/evaluation/figure.ts";
import { listReferences, nameReference } from "#lib/evaluation/reference-names.ts";

/**
 * Formats the scores of a report as a plain-text table: means over questions with 95 % intervals, lower is better.
 * report.html has the rest.
 */
export function formatReport({ versions, subject, sets, all, refusedBySet, refused }: Report): string {
  const names = listReferences(all);
  const refusals = new Map(refusedBySet.map(({ set, cases }) => [set, cases])).set(all.name, refused.length);
  const rows = [...sets, all].map(({ name, cases, questions, brier, log, references }) => [
    name,
    ...[cases, questions, refusals.get(name) ?? 0].map(String),
    withInterval(brier),
    withInterval(log),
    ...names.map((reference) => digits(references[reference]?.log)),
  ]);
  return [
    ...versions.map(({ version, answers }) => `Model version ${version}: ${answers} answers`),
    `Data SHA-256 ${subject.dataDigest}`,
    "",
    table(
      ["set", "cases", "questions", "refused", "Brier", "log", ...names.map((name) => `${nameReference(name)}, log`)],
      rows,
    ),
  ].join("\n");
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
