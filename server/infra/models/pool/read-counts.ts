import type { JsonObject } from "#lib/contract/json.ts";
import { countsSchema } from "#lib/contract/observation-kinds.ts";
import { sum } from "#lib/stats/log-space.ts";
import { firstError } from "./first-error.ts";
import { optionError } from "./option-error.ts";
import type { Counts, Read } from "./reading.ts";

export function readCounts(data: JsonObject, options: readonly string[]): Read<Counts> {
  const parsed = countsSchema.safeParse(data);
  if (!parsed.success) return { ok: false, reason: firstError(parsed.error) };
  const { reference_class, counts } = parsed.data;
  const fault = optionError(counts, options);
  if (fault !== undefined) return { ok: false, reason: fault };
  const byOption = options.map((option) => counts[option] ?? 0);
  const cases = sum(byOption);
  if (cases < 1) return { ok: false, reason: "It counts less than one case." };
  const referenceClass = reference_class.trim().toLowerCase();
  return { ok: true, value: { kind: "counts", referenceClass, counts: byOption, cases } };
}
