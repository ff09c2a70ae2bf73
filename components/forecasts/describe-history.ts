import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { countOf, formatInstant } from "#lib/format.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { formatPercent, formatPoints } from "#lib/stats/format-percent.ts";

interface History {
  readonly option: string;
  readonly labels: OptionLabels;
  /** One answer each, sorted by information cutoff. `forecasts`: number of forecasts with this answer. */
  readonly points: readonly {
    readonly asOf: string;
    readonly modelVersion: string;
    readonly probabilities: Distribution;
    readonly forecasts: number;
  }[];
  /** The latest probabilities of each source in the chart. */
  readonly sources: readonly { readonly last: { readonly probabilities: Distribution } }[];
  /** Whether the earliest forecasts are omitted. */
  readonly truncated: boolean;
}

/** Describes the probability of one option over time, in the forecasts and in their sources. */
export function describeHistory({ option, labels, points, sources, truncated }: History): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return "No forecasts yet.";
  const [from, to] = [first, last].map(({ probabilities }) => probabilities[option] ?? 0) as [number, number];
  const name = `“${nameOption(option, labels)}”`;
  const made = countOf(
    points.reduce((sum, { forecasts }) => sum + forecasts, 0),
    "forecast",
  );
  const versions = countOf(new Set(points.map(({ modelVersion }) => modelVersion)).size, "model version");
  const span =
    first.asOf === last.asOf
      ? `at the information cutoff ${formatInstant(first.asOf)} UTC`
      : `between the information cutoffs ${formatInstant(first.asOf)} and ${formatInstant(last.asOf)} UTC`;
  const change =
    from === to
      ? `is ${formatPercent(to)}`
      : `went from ${formatPercent(from)} to ${formatPercent(to)} (${formatPoints(to - from)})`;
  const both = points.length > 1 && from === to ? " in the first and in the last forecast" : "";
  return [
    `${name} ${change}${both} ${span}: ${made} by ${versions}.`,
    ...describeSources(sources.map(({ last }) => last.probabilities[option] ?? 0)),
    ...(truncated ? ["Earlier forecasts are left out; the list of forecasts has them all."] : []),
  ].join(" ");
}

function describeSources(values: readonly number[]): string[] {
  if (values.length === 0) return [];
  const [low, high] = [formatPercent(Math.min(...values)), formatPercent(Math.max(...values))];
  const said = low === high ? low : `${low} to ${high}`;
  return [`Latest ${values.length === 1 ? "value of its source" : `values of ${values.length} sources`}: ${said}.`];
}
