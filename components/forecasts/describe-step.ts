import { countOf, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Cycle, SourceKind, Step } from "#lib/trace/step.ts";

const KINDS = { forecast: "forecasts", counts: "base rate", series: "series" } as const satisfies Record<
  SourceKind,
  string
>;
const MEANS = {
  forecast: "Mean of the sources",
  counts: "Base rate",
  series: "Mean of the series",
} as const satisfies Record<SourceKind, string>;
const CYCLES = {
  day: "daily cycle",
  week: "weekly cycle",
  year: "yearly season",
} as const satisfies Record<Cycle, string>;

export function nameStep(step: Step): string {
  switch (step.step) {
    case "source":
      return visible(step.name);
    case "other sources":
      return countOf(step.sources, "more source");
    case "mean":
      return MEANS[step.kind];
    case "adjusted":
      return `Adjusted × ${formatFactor(step.exponent)}`;
    case "combined":
      return "Combined";
    case "floor":
      return "Raised to the minimum";
    case "before recalibration":
      return "Before recalibration";
    case "recalibrated":
      return `Recalibrated × ${formatFactor(step.exponent)}`;
    case "answer":
      return "Answer";
  }
}

/** Returns how the probabilities of a step were computed; empty if the name says it. */
export function describeStep(step: Step): string {
  switch (step.step) {
    case "source":
      return describeSource(step);
    case "other sources":
    case "mean":
      return step.exponent === 0
        ? "Weighted mean in log space."
        : `Weighted power mean of the probabilities, with exponent ${step.exponent}.`;
    case "adjusted":
      return `The log odds relative to ${step.hasBaseRate ? "the base rate" : "equal probabilities"} were multiplied by the factor for two options, which was fitted on resolved questions.`;
    case "combined": {
      const parts = step.weights.map(({ kind, weight }) => `${KINDS[kind]} ${formatPercent(weight)}`);
      return `Weighted mean in log space: ${parts.join(", ")}.`;
    }
    case "floor":
      return `Each option has a probability of at least ${formatFloor(step.floor)}.`;
    case "recalibrated":
      return `The log odds were multiplied by the factor, which was fitted on resolved questions.${step.exponent === 1 ? "" : raisedTo(step.floor)}`;
    case "before recalibration":
    case "answer":
      return "";
  }
}

function describeSource({ kind, observations, cycle, latestShare }: Extract<Step, { step: "source" }>): string {
  switch (kind) {
    case "forecast":
      if (observations === 1) return "Forecast";
      return latestShare === null
        ? `Latest of ${countOf(observations, "forecast")}`
        : `Weighted mean of ${countOf(observations, "forecast")} in log space; weight of the latest: ${formatPercent(latestShare)}`;
    case "counts":
      return "Base rate: posterior mean of the counts";
    case "series":
      return [
        `Projection to the resolution date from ${countOf(observations, "value")}`,
        ...(cycle === null ? [] : [`mainly by models with a ${CYCLES[cycle]}`]),
      ].join(", ");
  }
}

function raisedTo(floor: number): string {
  return ` Probabilities below ${formatFloor(floor)} were raised to it first.`;
}

function formatFactor(factor: number): string {
  return factor.toFixed(2);
}

function formatFloor(floor: number): string {
  return `${Number((100 * floor).toPrecision(3))} %`;
}
