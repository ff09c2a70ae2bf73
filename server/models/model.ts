import type { Json } from "#lib/contract/json.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import type { ModelTiming } from "#lib/contract/response.ts";
import type { ModelRefusal, ModelState } from "#lib/domain/model-state.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import type { ModelProvider } from "#server/config/model-settings.ts";
import type { Failure } from "./llm/read-error.ts";
import type { ForecastTest } from "./llm/test-forecast.ts";

/** Lets other work run between two steps of a computation. Rejects once nobody waits for the result. */
export type Step = () => Promise<void>;

/** The interface of every model adapter. Dependencies such as URL, token and clock are arguments of the factory. */
export interface Model {
  /** The release that callers send as `model`, such as `service-r13-c`. */
  readonly release: string;
  /**
   * The end of the model's training data, from MODEL_TRAINING_CUTOFF. Recorded with each answer. Not part of the model
   * version, because it does not affect the answer.
   */
  readonly trainingCutoff?: string | undefined;
  /** Returns whether this release can forecast this task from this input. Pure; called before a slot is taken. */
  supports(task: Task, input: PredictionInput): Support;
  /** Returns the structured observations that this release would ignore; reviewers see them as findings. Pure. */
  unusable(task: Task, input: PredictionInput): readonly Unusable[];
  /**
   * Makes one forecast. Rejects with a GatewayError, whose flag `declined` is set if no inference has started. Stops when the
   * signal aborts, which happens after `remainingMs` at the latest.
   */
  forecast(input: ApprovedInput, signal: AbortSignal, remainingMs: number): Promise<ModelAnswer>;
  /**
   * Returns the influence of each observation of an approved input: the total variation distance, 0..1, between the
   * answers with and without the observation; null if the model has no answer without it. Absent for models that are
   * not deterministic. Reveals no distribution and is not a forecast. Pure. Calls `step` after each observation, and
   * rejects if `step` does.
   */
  readonly influence?: ((input: ApprovedInput, step: Step) => Promise<readonly (number | null)[]>) | undefined;
  /**
   * Returns the worth of each observation of an approved input in nats: the log score without the observation minus the
   * log score with it, if `outcome` is the option that happened; null if the model has no answer without it. Absent for
   * models that are not deterministic. Pure. Uses `step` as `influence` does.
   */
  readonly worth?:
    | ((input: ApprovedInput, outcome: string, step: Step) => Promise<readonly (number | null)[]>)
    | undefined;
  readiness(): Promise<ModelState>;
  /** Tests one whole forecast of a question of the adapter's own; the result is in the status. Absent without a server. */
  readonly test?: (() => Promise<void>) | undefined;
  /** Returns the last known status for the console, without calling the model. */
  status(): ModelStatus;
}

export interface ModelStatus {
  /** The model version. Adapters that only learn the version from answers report that of the last answer. */
  readonly version?: string | undefined;
  /** Host and port of the model server; undefined if the model runs in this process. */
  readonly server?: string | undefined;
  /** The time when the current readiness was first observed. */
  readonly since?: Date | undefined;
  /** Why the model server answers no call; undefined if it does. */
  readonly refusal?: ModelRefusal | undefined;
  /** Settings of a language model and the results of its calls; undefined for other models. */
  readonly language?: LanguageModel | undefined;
}

export interface LanguageModel {
  readonly name: string;
  readonly provider: ModelProvider;
  readonly endpoint: string;
  /** The provider's package and its version. */
  readonly package: string;
  /** Why the last call failed; null after an answer. */
  readonly failure: Failure | null;
  readonly isTesting: boolean;
  /** The last test of a whole forecast; null before the first one. */
  readonly test: (Omit<ForecastTest, "at"> & { readonly at: string }) | null;
}

export type Support =
  | { readonly ok: true }
  /** `path` is a JSON Pointer to the unsupported part of the request; undefined means `/input/context`. */
  | { readonly ok: false; readonly reason: string; readonly path?: string };

export interface Unusable {
  /** The index of the observation in `input.context`. */
  readonly observation: number;
  readonly reason: string;
}

/** A model's answer, before the gateway has checked it. */
export interface ModelAnswer {
  readonly modelVersion: string;
  /** Probabilities in 0..1 by option id. */
  readonly probabilities: Readonly<Record<string, number>>;
  readonly timing: ModelTiming;
  /** The tokens and the cost; undefined if unknown. */
  readonly usage?: TokenUsage | undefined;
  /**
   * How the forecast was computed. Recorded and shown in the console, but never part of a response. Contains no text of
   * the caller or of a model server: observations are indices in `input.context`, and a distribution is an array in the
   * order of the sorted option ids.
   */
  readonly trace?: Json;
}

declare const approved: unique symbol;

/**
 * A reviewed task and input. Only the approval step of predict() creates this type, so no model gets unreviewed input.
 */
export interface ApprovedInput {
  readonly [approved]: true;
  readonly requestId: string;
  readonly task: Task;
  readonly input: PredictionInput;
  readonly taskId: string;
  readonly inputId: string;
  /** The canonical JSON of task and input; `taskId` and `inputId` are its digests. */
  readonly canonical: { readonly task: string; readonly input: string };
}
