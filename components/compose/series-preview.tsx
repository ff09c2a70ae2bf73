import { useDeferredValue } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { RequestSeries } from "#components/ui/series/request-series.tsx";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { printRequest } from "#lib/compose/print-request.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";

const DRAWN = ["measurement", "history", "partition"];

/**
 * Draws the measured series of a draft while it is edited. An incomplete information cutoff is replaced by the first
 * complete date of an observation, an incomplete resolution date by the cutoff.
 */
export function SeriesPreview() {
  const { control } = useFormContext<ComposeForm>();
  const form = useDeferredValue(useWatch({ control }) as ComposeForm);
  const observations = form.observations.filter(({ kind }) => DRAWN.includes(kind));
  const { task, input }: PredictionRequest = JSON.parse(printRequest({ ...form, observations }));
  const [first] = input.context.flatMap(({ observed_at: at }) => (readDateTime(at).ok ? [at] : []));
  if (first === undefined) return null;
  const dateOr = (at: string, other: string) => (readDateTime(at).ok ? at : other);
  const asOf = dateOr(input.as_of, first);
  const resolution = { ...task.resolution, resolves_at: dateOr(task.resolution.resolves_at, asOf) };
  return (
    <RequestSeries request={{ model: form.model, task: { ...task, resolution }, input: { ...input, as_of: asOf } }} />
  );
}
