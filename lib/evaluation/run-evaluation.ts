import type { Distribution } from "#lib/stats/distribution.ts";

/** What a model answered to one case, or the code by which it refused. */
export type Asked =
  | { readonly ok: true; readonly modelVersion: string; readonly probabilities: Distribution }
  | { readonly ok: false; readonly code: string; readonly reason: string };

/** A refusal that says nothing about the case: the model was down or busy, and may answer later. */
export interface Busy {
  readonly ok: "busy";
  readonly code: string;
  readonly retrySeconds: number;
}

/** Keeps answers between runs, by the case's index. */
export interface Store {
  readonly kept: ReadonlyMap<number, Asked>;
  keep(index: number, asked: Asked): Promise<void>;
}

interface Evaluation<Case> {
  readonly cases: readonly Case[];
  readonly ask: (one: Case, signal: AbortSignal) => Promise<Asked | Busy>;
  readonly store: Store;
  /** How many cases are asked at once. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Waits; rejects if the signal aborts meanwhile. */
  readonly pause: (seconds: number, signal: AbortSignal) => Promise<void>;
  /** Called once for each case that has an answer or a refusal. */
  readonly step: () => void;
}

/** The model stayed unavailable. What was answered is kept: another run goes on from there. */
export class ModelUnavailable extends Error {}

/** How often a case is tried while the model is down or busy. Nothing that answered is asked again. */
const TRIES = 30;

/**
 * Asks a model every case that the store has no answer for, in order, `parallel` at a time. Returns the answers in the
 * order of the cases. A stop loses no answer: the same call with the same store goes on. Rejects with ModelUnavailable, or
 * the signal's reason.
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

  // All lanes end before the call does, so that nothing is kept afterwards.
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
