import type { Json } from "#lib/contract/json.ts";
import type { PredictionInput, Task } from "#lib/contract/request.ts";

/** What every model behind the gateway offers. Its edges (URL, token, clock) are arguments of whatever makes it. */
export interface Model {
  /** The release that callers name, such as `service-r13-c`. */
  readonly release: string;
  /** Can this release use this task and input? Pure; asked before a place is taken. */
  supports(task: Task, input: PredictionInput): Support;
  /** The structured observations that this release would not use, and why: a finding for the reviewer. Pure. */
  unusable(task: Task, input: PredictionInput): readonly Unusable[];
  /**
   * One forecast. Rejects with a GatewayError of the contract's upstream codes; honours the signal, which is aborted
   * after `remainingMs` at the latest.
   */
  forecast(input: ApprovedInput, signal: AbortSignal, remainingMs: number): Promise<ModelAnswer>;
  readiness(): Promise<ModelState>;
  /** What is known of it without asking, for the console. */
  status(): ModelStatus;
}

/**
 * Can a model be asked now? `unclear`: it can be reached, but does not say (too busy to, or in words of its own); then a
 * request is tried, and decides.
 */
export type ModelState = "ready" | "loading" | "offline" | "unclear";

export interface ModelStatus {
  /** The exact version: the one that it always has, or that of its last answer. */
  readonly version?: string | undefined;
  /** Host and port of the server that it runs on, if not in this process. */
  readonly server?: string | undefined;
  /** Since when its readiness is what it was found to be last. */
  readonly since?: Date | undefined;
  /** Of a language model: how it is asked, and what its server was found to do. */
  readonly language?: LanguageModel | undefined;
}

export interface LanguageModel {
  /** What the server calls it. */
  readonly name: string;
  readonly method: "verbalised" | "logprobs";
  /** Whose times are reported: the server's, or those that the gateway observed. */
  readonly timing: "server" | "observed";
  /** Whether the server lists the model, holds it to a schema, gives token probabilities, says what calls took. */
  readonly listed: boolean | null;
  readonly strictSchema: boolean | null;
  readonly logprobs: boolean | null;
  readonly timings: boolean | null;
}

export type Support =
  | { readonly ok: true }
  /** `path` is where in the request it lies: in the context, unless it says otherwise. */
  | { readonly ok: false; readonly reason: string; readonly path?: string };

export interface Unusable {
  /** Its place in `input.context`. */
  readonly observation: number;
  readonly reason: string;
}

/** What a model says, before the gateway has checked any of it. */
export interface ModelAnswer {
  readonly modelVersion: string;
  /** Option id to probability in 0..1. */
  readonly probabilities: Readonly<Record<string, number>>;
  readonly timing: ModelTiming;
  /** How the answer came about: recorded and shown in the console, never part of a response. */
  readonly trace?: Json;
}

/** Milliseconds, as the model measured them. */
export interface ModelTiming {
  readonly model_queue_ms: number;
  readonly inference_ms: number;
  readonly load_ms: number;
  readonly cold_start: boolean;
}

declare const approved: unique symbol;

/** A task and input that passed review. Only the approval step of predict() makes one, so no model sees anything else. */
export interface ApprovedInput {
  readonly [approved]: true;
  readonly requestId: string;
  readonly task: Task;
  readonly input: PredictionInput;
  readonly taskId: string;
  readonly inputId: string;
}
