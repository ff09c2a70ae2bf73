import type { JsonObject } from "#lib/contract/json.ts";
import { measurementSchema } from "#lib/contract/observation-kinds.ts";
import { firstError } from "./first-error.ts";
import type { Measurement, Read } from "./reading.ts";

export function readMeasurement(data: JsonObject): Read<Measurement> {
  const parsed = measurementSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { series, value, unit } = parsed.data;
  return { ok: true, value: { kind: "measurement", series: series.trim().toLowerCase(), value, unit: unit?.trim() } };
}
