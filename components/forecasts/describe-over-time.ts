import type { Outputs } from "#components/ui/trpc.ts";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { countOf, formatInstant } from "#lib/format.ts";
import { formatPercent, formatPoints } from "#lib/stats/format-percent.ts";

type Point = Outputs["forecasts"]["overTime"]["points"][number];

/** Describes the chart: the first and last probability of the option that changed most. */
export function describeOverTime(points: readonly Point[], options: readonly string[], labels: OptionLabels): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "No forecasts yet.";
  if (points.length === 1) {
    return first.forecasts === 1
      ? "Only one forecast so far."
      : `${countOf(first.forecasts, "forecast")}, all with the same answer.`;
  }
  const versions = countOf(new Set(points.map(({ modelVersion }) => modelVersion)).size, "model version");
  const moves = options.map((option) => {
    const [from, to] = [first.probabilities[option] ?? 0, last.probabilities[option] ?? 0];
    return { option, from, to, by: to - from };
  });
  const [most] = moves.sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  if (most === undefined) return "";
  const span = `Between the information cutoffs ${formatInstant(first.asOf)} and ${formatInstant(last.asOf)} UTC`;
  const moved =
    most.by === 0
      ? "no probability changed overall"
      : `“${nameOption(most.option, labels)}” changed most, from ${formatPercent(most.from)} to ${formatPercent(most.to)} (${formatPoints(most.by)})`;
  return `${span}, ${moved}. The chart shows ${countOf(points.length, "different answer")} from ${versions}.`;
}
