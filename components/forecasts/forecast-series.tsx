import { useQuery } from "@tanstack/react-query";
import { SeriesPanel } from "#components/ui/series/series-panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { optionLabels } from "#lib/domain/option-label.ts";

/** Draws the measured series of a forecast's input, with the forecast as a histogram. */
export function ForecastSeries({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const trpc = useTRPC();
  const { request, response, series, taskId } = forecast;
  const { data } = useQuery(trpc.forecasts.overTime.queryOptions({ taskId }, { enabled: series.length > 0 }));
  if (series.length === 0) return null;
  return (
    <SeriesPanel
      all={series}
      labels={optionLabels(request.task.criteria)}
      asOf={request.input.as_of}
      resolvesAt={request.task.resolution.resolves_at}
      probabilities={response.result.probabilities}
      outcome={data?.outcome}
    />
  );
}
