import type { PredictionRequest } from "#lib/contract/request.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { readMeasuredSeries } from "#lib/series/read-measured-series.ts";
import { SeriesSections } from "./series-panel.tsx";

/** Draws the measured series of a request that has no forecast. */
export function RequestSeries({ request: { task, input } }: { readonly request: PredictionRequest }) {
  return (
    <SeriesSections
      all={readMeasuredSeries(Object.keys(task.criteria), input.context)}
      labels={optionLabels(task.criteria)}
      asOf={input.as_of}
      resolvesAt={task.resolution.resolves_at}
    />
  );
}
