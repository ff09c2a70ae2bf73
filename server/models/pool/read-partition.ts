import type { JsonObject } from "#lib/contract/json.ts";
import { partitionSchema } from "#lib/contract/observation-kinds.ts";
import { firstError } from "./first-error.ts";
import { optionError } from "./option-error.ts";
import type { Partition, Read } from "./reading.ts";

export function readPartition(data: JsonObject, options: readonly string[]): Read<Partition> {
  const parsed = partitionSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { series, intervals } = parsed.data;
  const error = optionError(intervals, options);
  if (error !== undefined) return { ok: false, reason: error };
  const value: Partition = {
    kind: "partition",
    series: series.trim().toLowerCase(),
    intervals: options.map((option) => {
      const { above, at_least, below, at_most } = intervals[option] ?? {};
      return {
        low: at_least ?? above ?? -Infinity,
        high: at_most ?? below ?? Infinity,
        withLow: at_least !== undefined,
        withHigh: at_most !== undefined,
      };
    }),
  };
  return { ok: true, value };
}
