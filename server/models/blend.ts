import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { milliseconds } from "#lib/milliseconds.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { vectorOf } from "#lib/stats/distribution.ts";
import { fromLogs, toLogs, weightedMean } from "#lib/stats/log-space.ts";
import type { ApprovedInput, Model, ModelAnswer } from "./model.ts";
import { settleTies } from "./settle-ties.ts";
import { traceMembers } from "./trace-members.ts";
import { versionOf } from "./version-of.ts";

/** Lower probabilities in either answer are raised to this value, so that a 0 is strong evidence but not a veto. */
const FLOOR = 0.0005;

/**
 * Returns a model that blends the answers of `model` and `embedded`: their weighted mean in log space, in which the
 * embedded model has `weight` (0..1). If the embedded model cannot answer, the other answer is unchanged. The trace
 * contains both answers, in the order of the sorted option ids.
 */
export function blendModels(model: Model, embedded: Model, weight: number): Model {
  const versionWith = (version: string) =>
    versionOf({ method: "blend", weight, floor: FLOOR, models: [version, embedded.status().version ?? ""] });
  return {
    ...model,
    async forecast(input: ApprovedInput, signal: AbortSignal, remainingMs: number): Promise<ModelAnswer> {
      const { task } = input;
      const { ok } = embedded.supports(task, input.input);
      // The embedded model answers first: if it fails, no tokens have been spent.
      const other = ok ? await embedded.forecast(input, signal, remainingMs) : undefined;
      const answer = await model.forecast(input, signal, remainingMs);
      const modelVersion = versionWith(answer.modelVersion);
      const members = traceMembers(answer.trace);
      if (other === undefined)
        return { ...answer, modelVersion, trace: { ...members, blend: { weight, embedded: null } } };
      const options = canonicalOptions(task);
      const blend = {
        weight,
        floor: FLOOR,
        language: vectorOf(answer.probabilities, options),
        embedded: vectorOf(other.probabilities, options),
        embedded_trace: other.trace ?? null,
      };
      const mean = weightedMean([
        { logs: toLogs(blend.language, FLOOR), weight: 1 - weight },
        { logs: toLogs(blend.embedded, FLOOR), weight },
      ]);
      const inference_ms = milliseconds(answer.timing.inference_ms + other.timing.inference_ms);
      return {
        modelVersion,
        probabilities: byOption(options, settleTies(fromLogs(mean))),
        timing: { ...answer.timing, inference_ms },
        usage: answer.usage,
        trace: { ...members, blend },
      };
    },
    status() {
      const status = model.status();
      return { ...status, version: status.version === undefined ? undefined : versionWith(status.version) };
    },
  };
}
