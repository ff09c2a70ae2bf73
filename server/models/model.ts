import type { Json } from "#lib/contract/json.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";
import type { ModelTiming } from "#lib/contract/response.ts";
import type { ModelState } from "#lib/domain/model-state.ts";

/** The interface of every model adapter. Its dependencies (URL, token, clock) are arguments of its factory. */
export interface Model {
  /** The release that callers name, such as `service-r13-c`. */
  readonly release: string;
  /** Whether this release can use this task and input. Pure; called before a slot is taken. */
  supports(task: Task, input: PredictionInput): Support;
  /** Structured observations that this release would ignore, with reasons: shown to reviewers as findings. Pure. */
  unusable(task: Task, input: PredictionInput): readonly Unusable[];
  /**
   * Makes one forecast. Rejects with a GatewayError of the upstream codes; it is `declined` if no inference can have
   * started. Respects the signal, which aborts after `remainingMs` at the latest.
   */
  forecast(input: ApprovedInput, signal: AbortSignal, remainingMs: number): Promise<ModelAnswer>;
  /**
   * Returns the influence of each observation of an approved input: the total variation distance, 0..1, to the answer
   * without it; null if there is no such answer. Absent for models that are not deterministic. Reveals no distribution
   * and is not a forecast. Pure.
   */
  readonly influence?: ((input: ApprovedInput) => Promise<readonly (number | null)[]>) | undefined;
  readiness(): Promise<ModelState>;
  /** Returns the last known status for the console, without calling the model. */
  status(): ModelStatus;
}

export interface ModelStatus {
  /** The exact version. Adapters that learn it from answers report the version of the last answer. */
  readonly version?: string | undefined;
  /** Host and port of the model server; undefined if the model runs in this process. */
  readonly server?: string | undefined;
  /** The time since which the readiness has had its current value. */
  readonly since?: Date | undefined;
  /** Set for a language model: its prompt settings, and the detected abilities of its server. */
  readonly language?: LanguageModel | undefined;
}

export interface LanguageModel {
  /** The server's name for the model. */
  readonly name: string;
  readonly method: "verbalised" | "logprobs";
  /** Whether reported times come from the server or from the gateway's clock. */
  readonly timing: "server" | "observed";
  /** Calls per forecast; null for one call per option. */
  readonly samples: number | null;
  /** The maximum number of parallel calls per forecast. */
  readonly parallel: number;
  /** Null: not sent. */
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly reasoning: boolean;
  /** Names only: values may be secret. */
  readonly extraBody: readonly string[];
  readonly headers: readonly string[];
  readonly ownPrompt: boolean;
  /**
   * Whether the server lists the model, enforces a schema, returns token probabilities, and reports times; null if
   * unknown.
   */
  readonly listed: boolean | null;
  readonly strictSchema: boolean | null;
  readonly logprobs: boolean | null;
  readonly timings: boolean | null;
}

export type Support =
  | { readonly ok: true }
  /** `path` locates the problem in the request; the default is the context. */
  | { readonly ok: false; readonly reason: string; readonly path?: string };

export interface Unusable {
  /** Its index in `input.context`. */
  readonly observation: number;
  readonly reason: string;
}

/** A model's answer, before the gateway has checked it. */
export interface ModelAnswer {
  readonly modelVersion: string;
  /** Option id to probability in 0..1. */
  readonly probabilities: Readonly<Record<string, number>>;
  readonly timing: ModelTiming;
  /** The derivation of the forecast: recorded and shown in the console, never part of a response. */
  readonly trace?: Json;
}

declare const approved: unique symbol;

/** A reviewed task and input. Only the approval step of predict() creates one, so no model sees unreviewed input. */
export interface ApprovedInput {
  readonly [approved]: true;
  readonly requestId: string;
  readonly task: Task;
  readonly input: PredictionInput;
  readonly taskId: string;
  readonly inputId: string;
  /** The canonical forms; the ids are their digests. */
  readonly canonical: { readonly task: string; readonly input: string };
}
