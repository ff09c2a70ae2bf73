import { z } from "zod";
import { fromLogs, toLogs } from "#lib/stats/log-space.ts";
import { byOption } from "./by-option.ts";
import type { ApprovedInput, Model, ModelAnswer } from "./model.ts";
import { settleTies } from "./settle-ties.ts";
import { traceMembers } from "./trace-members.ts";
import { versionOf } from "./version-of.ts";

const exponent = z.number().positive();

/** What `npm run fit -- --recalibration` writes. Log odds are multiplied by the exponent; 1 leaves the answer as it is. */
export const calibrationSchema = z.strictObject({
  method: z.literal("temperature"),
  /** The version that it was fitted on, and the only one that it is for. */
  model_version: z.string(),
  exponents: z.strictObject({ two_options: exponent, more_options: exponent }),
  /** The least probability that is raised to the exponent. */
  floor: z.number().min(0).max(0.01),
  /** How it was fitted, for a reader. */
  fitted: z.json(),
});

export type Calibration = z.infer<typeof calibrationSchema>;

/**
 * A model whose answers are recalibrated. The calibration is part of the version. Answers of another version than it was
 * fitted on are passed on as they are, which the trace says: a model server tells its version with each answer only.
 */
export function recalibrate(model: Model, calibration: Calibration): Model {
  const version = versionOf({ method: "recalibration", calibration });
  return {
    ...model,
    // It is that of the model before the recalibration.
    influence: undefined,
    async forecast(input: ApprovedInput, signal: AbortSignal, remainingMs: number): Promise<ModelAnswer> {
      const answer = await model.forecast(input, signal, remainingMs);
      const members = traceMembers(answer.trace);
      if (answer.modelVersion !== calibration.model_version) {
        return { ...answer, trace: { ...members, recalibration: { fitted_on: calibration.model_version } } };
      }
      const options = Object.keys(input.task.criteria).sort();
      const { two_options, more_options } = calibration.exponents;
      const power = options.length === 2 ? two_options : more_options;
      const recalibration = { exponent: power, before: { ...answer.probabilities } };
      return {
        ...answer,
        modelVersion: version,
        probabilities:
          power === 1
            ? answer.probabilities
            : byOption(
                options,
                temper(
                  options.map((option) => answer.probabilities[option] ?? 0),
                  power,
                  calibration.floor,
                ),
              ),
        trace: { ...members, recalibration },
      };
    },
    status() {
      const status = model.status();
      return { ...status, version: status.version === calibration.model_version ? version : status.version };
    },
  };
}

/** The distribution whose log odds are those of `distribution`, with values below `floor` raised to it, times `power`. */
function temper(distribution: readonly number[], power: number, floor: number): readonly number[] {
  return settleTies(fromLogs(toLogs(distribution, floor).map((log) => log * power)));
}
