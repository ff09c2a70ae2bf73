import type { Support } from "#server/infra/models/model.ts";
import type { ParsedInput } from "./reading.ts";

export const NEEDS =
  'This release needs a structured observation of kind "forecast" or "counts" that names exactly the task\'s options, or ' +
  'five or more of kind "measurement" with the "partition" of their series.';

/**
 * Whether the release can use any observation. If not, the reason names what it needs and why the first candidate
 * fails.
 */
export function supports(parsed: ParsedInput): Support {
  const { forecasts, counts, series } = parsed;
  if (forecasts.length > 0 || counts.length > 0 || series.length > 0) return { ok: true };
  const first = parsed.ignored.find(({ type }) => type === "structured");
  if (first !== undefined) return { ok: false, reason: `${NEEDS} Observation ${first.observation}: ${first.reason}` };
  const found = parsed.ignored.length > 0 ? "The context holds text only." : "The context is empty.";
  return { ok: false, reason: `${NEEDS} ${found}` };
}
