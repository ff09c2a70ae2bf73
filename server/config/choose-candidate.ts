import { z } from "zod";
import { chooseModel, MODEL_VARIABLES, type ModelSettings, upTo } from "./choose-model.ts";

/** A second model that is measured but never answers callers. */
export type CandidateSettings = ModelSettings & {
  /** The share of tasks that the candidate is asked about, 0..1. */
  readonly share: number;
};

type ModelVariables = typeof MODEL_VARIABLES;
type Prefixed = { [Name in keyof ModelVariables & string as `CANDIDATE_${Name}`]: z.ZodOptional<z.ZodString> };

/** Each variable `MODEL_…` has a counterpart `CANDIDATE_MODEL_…`, which chooseCandidate() parses. */
export const CANDIDATE_VARIABLES = {
  CANDIDATE_SHARE: upTo(1).default(1),
  ...(Object.fromEntries(
    Object.keys(MODEL_VARIABLES).map((name) => [`CANDIDATE_${name}`, z.string().optional()]),
  ) as Prefixed),
};

const modelSchema = z.object(MODEL_VARIABLES);

/**
 * Returns undefined unless CANDIDATE_MODEL_ADAPTER is set. Throws an Error that names each invalid variable and its
 * rule.
 */
export function chooseCandidate(env: z.infer<z.ZodObject<typeof CANDIDATE_VARIABLES>>): CandidateSettings | undefined {
  if (env.CANDIDATE_MODEL_ADAPTER === undefined) return undefined;
  const model = modelSchema.safeParse(
    Object.fromEntries(Object.keys(MODEL_VARIABLES).map((name) => [name, Reflect.get(env, `CANDIDATE_${name}`)])),
  );
  if (!model.success) {
    const violations = model.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    throw new Error(nameCandidate(`Invalid configuration:\n  ${violations.join("\n  ")}`));
  }
  try {
    return { ...chooseModel(model.data), share: env.CANDIDATE_SHARE };
  } catch (error) {
    throw error instanceof Error ? new Error(nameCandidate(error.message)) : error;
  }
}

/** Replaces the names of the model's variables by those of the candidate's variables. */
export function nameCandidate(message: string): string {
  return message.replace(/\bMODEL_/g, "CANDIDATE_MODEL_");
}
