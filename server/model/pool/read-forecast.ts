import type { JsonObject } from "#lib/contract/json.ts";
import { forecastSchema } from "#lib/contract/observation-kinds.ts";
import { toSumOne } from "#server/model/log-space.ts";
import { faultOfOptions } from "./fault-of-options.ts";
import { firstFault } from "./first-fault.ts";
import type { Forecast, Read } from "./reading.ts";

export function readForecast(data: JsonObject, options: readonly string[]): Read<Forecast> {
  const parsed = forecastSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstFault(parsed.error) };
  const { source, probabilities, weight = 1 } = parsed.data;
  const fault = faultOfOptions(probabilities, options);
  if (fault !== undefined) return { ok: false, reason: fault };
  const value: Forecast = {
    kind: "forecast",
    source: source.trim().toLowerCase(),
    probabilities: toSumOne(options.map((option) => probabilities[option] ?? 0)),
    weight,
  };
  return { ok: true, value };
}
