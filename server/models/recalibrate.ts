import { z } from "zod";
import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { vectorOf } from "#lib/stats/distribution.ts";
import { fromLogs, toLogs } from "#lib/stats/log-space.ts";
import type { ApprovedInput, Model, ModelAnswer } from "./model.ts";
import { settleTies } from "./settle-ties.ts";
import { traceMembers } from "./trace-members.ts";
import { versionOf } from "./version-of.ts";

const exponent = z.number().positive();

/** The file written by `npm run fit -- --recalibration`. The exponents multiply log odds; 1 changes nothing. */
export const calibrationSchema = z.strictObject({
  method: z.literal("temperature"),
  /** The model version that the calibration was fitted on. Answers of other versions are not recalibrated. */
  model_version: z.string(),
  exponents: z.strictObject({ two_options: exponent, more_options: exponent }),
  /** Lower probabilities are raised to this value before the exponent is applied. */
  floor: z.number().min(0).max(0.01),
  /** Notes on the fit for human readers; not used by the gateway. */
  fitted: z.json(),
});

export type Calibration = z.infer<typeof calibrationSchema>;

/**
 * Returns a model that recalibrates the answers of `model`. The calibration is part of the new model version. A model
 * server reports its version only with each answer, so answers of a version other than the fitted one are passed on
 * unchanged, which the trace records.
 */
export function recalibrate(model: Model, calibration: Calibration): Model {
  const version = versionOf({ method: "recalibration", calibration });
  return {
    ...model,
    // Influence and worth would ignore the recalibration.
    influence: undefined,
    worth: undefined,
    async forecast(input: ApprovedInput, signal: AbortSignal, remainingMs: number): Promise<ModelAnswer> {
      const answer = await model.forecast(input, signal, remainingMs);
      const members = traceMembers(answer.trace);
      if (answer.modelVersion !== calibration.model_version) {
        return { ...answer, trace: { ...members, recalibration: { fitted_on: calibration.model_version } } };
      }
      const options = canonicalOptions(input.task);
      const { two_options, more_options } = calibration.exponents;
      const power = options.length === 2 ? two_options : more_options;
      const before = vectorOf(answer.probabilities, options);
      const recalibration = { exponent: power, floor: calibration.floor, before };
      return {
        ...answer,
        modelVersion: version,
        probabilities: power === 1 ? answer.probabilities : byOption(options, temper(before, power, calibration.floor)),
        trace: { ...members, recalibration },
      };
    },
    status() {
      const status = model.status();
      return { ...status, version: status.version === calibration.model_version ? version : status.version };
    },
  };
}

/** Raises probabilities below `floor` to `floor`, then multiplies the log odds by `power`. */
function temper(distribution: readonly number[], power: number, floor: number): readonly number[] {
  return settleTies(fromLogs(toLogs(distribution, floor).map((log) => log * power)));
}
