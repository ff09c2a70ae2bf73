import type { JsonObject } from "#lib/contract/json.ts";
import { forecastSchema } from "#lib/contract/observation-kinds.ts";
import { toSumOne } from "#lib/stats/log-space.ts";
import { firstError } from "./first-error.ts";
import { optionError } from "./option-error.ts";
import type { Forecast, Read } from "./reading.ts";

export function readForecast(data: JsonObject, options: readonly string[]): Read<Forecast> {
  const parsed = forecastSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { source, probabilities, weight = 1 } = parsed.data;
  const fault = optionError(probabilities, options);
  if (fault !== undefined) return { ok: false, reason: fault };
  const value: Forecast = {
    kind: "forecast",
    source: source.trim().toLowerCase(),
    probabilities: toSumOne(options.map((option) => probabilities[option] ?? 0)),
    weight,
  };
  return { ok: true, value };
}
