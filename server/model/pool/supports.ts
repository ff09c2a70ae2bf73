import type { Support } from "#server/model/model.ts";
import type { Reading } from "./reading.ts";

export const NEEDS =
  'This release needs at least one structured observation of kind "forecast" (a probability for each option, summing ' +
  'to 1) or "counts" (a number of past cases for each option) that names exactly the task\'s options, or a series: ' +
  'readings of kind "measurement", at least five, and the "partition" of its values among the options.';

/** Is there anything that the release can use? Else the reason names what it needs, and why the first candidate fails. */
export function supports(reading: Reading): Support {
  const { forecasts, counts, series } = reading;
  if (forecasts.length > 0 || counts.length > 0 || series.length > 0) return { ok: true };
  const first = reading.ignored.find(({ type }) => type === "structured");
  if (first !== undefined) return { ok: false, reason: `${NEEDS} Observation ${first.observation}: ${first.reason}` };
  const found = reading.ignored.length > 0 ? "The context holds text only." : "The context is empty.";
  return { ok: false, reason: `${NEEDS} ${found}` };
}
