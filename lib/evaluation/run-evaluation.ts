import type { Distribution } from "#lib/stats/distribution.ts";

/** A model's answer to one case, or the code of its refusal. */
export type Asked =
  | { readonly ok: true; readonly modelVersion: string; readonly probabilities: Distribution }
  | { readonly ok: false; readonly code: string; readonly reason: string };

/** A temporary refusal: the model was down or busy, so the case is retried. */
export interface Busy {
  readonly ok: "busy";
  readonly code: string;
  readonly retrySeconds: number;
}

/** Stores answers between runs, by the index of the case. */
export interface Store {
  readonly kept: ReadonlyMap<number, Asked>;
  keep(index: number, asked: Asked): Promise<void>;
}

interface Evaluation<Case> {
  readonly cases: readonly Case[];
  readonly ask: (one: Case, signal: AbortSignal) => Promise<Asked | Busy>;
  readonly store: Store;
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Waits for `seconds`. Rejects if the signal aborts during the wait. */
  readonly pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Called once per case, including cases with a stored answer. */
  readonly step: () => void;
}

/** Thrown if the model stays unavailable. Completed answers are stored, so the next run continues after them. */
export class ModelUnavailable extends Error {}

/** Maximum attempts per case while the model is down or busy. */
const TRIES = 30;

/**
 * Sends the cases without a stored answer to a model, in order, `parallel` at a time. Returns the answers in the order
 * of the cases. After an interruption, another call with the same store continues without losing answers. Rejects with
 * ModelUnavailable, or with the signal's reason.
 */
export async function runEvaluation<Case>(evaluation: Evaluation<Case>): Promise<readonly Asked[]> {
  const { cases, store, parallel, step } = evaluation;
  const answers = new Map(store.kept);
  const failed = new AbortController();
  const signal = AbortSignal.any([evaluation.signal, failed.signal]);
  const queue = cases.entries();

  async function lane(): Promise<void> {
    try {
      for (const [index, one] of queue) {
        signal.throwIfAborted();
        if (!answers.has(index)) {
          const asked = await askPatiently(evaluation, one, signal);
          await store.keep(index, asked);
          answers.set(index, asked);
        }
        step();
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  }

  // Waits for all workers, so that nothing is stored after this call returns.
  const lanes = await Promise.allSettled(Array.from({ length: parallel }, lane));
  evaluation.signal.throwIfAborted();
  for (const one of lanes) if (one.status === "rejected") throw failed.signal.reason;
  return cases.flatMap((_, index) => answers.get(index) ?? []);
}

async function askPatiently<Case>({ ask, pause }: Evaluation<Case>, one: Case, signal: AbortSignal): Promise<Asked> {
  for (let tries = 1; ; tries++) {
    const asked = await ask(one, signal);
    if (asked.ok !== "busy") return asked;
    if (tries === TRIES) throw new ModelUnavailable(asked.code);
    await pause(asked.retrySeconds, signal);
  }
}
