import type { ModelRefusal, ModelState } from "#lib/domain/model-state.ts";
import { isGatewayError } from "#server/base/errors.ts";
import type { Listed } from "./list-models.ts";
import { describeFailure, type Failure } from "./read-error.ts";

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

interface Edges {
  readonly list: () => Promise<Listed>;
  /** Makes one short call. */
  readonly call: () => Promise<unknown>;
  readonly now: () => Date;
  readonly onOffline: () => void;
  /** Called when calls begin to fail, or fail for another reason. */
  readonly onFailure: (failure: Failure) => void;
}

export interface Readiness {
  look(): Promise<ModelState>;
  /** Records the result of a call: undefined for an answer, or its error. */
  learn(error?: unknown): void;
  /** Returns why the server answers no call; undefined if it does, or if no call has been made. */
  refusal(): ModelRefusal | undefined;
  /** Returns why the last call failed; undefined after an answer. */
  failure(): Failure | undefined;
}

/**
 * Decides the readiness of a language model. The list of models can confirm it but never deny it: names are listed in
 * other forms, on several pages or not at all. When in doubt, one short call decides. Short calls are made at the first
 * doubt, to load a sleeping model, and after a failure with increasing waits, but never on a timer.
 */
export function createReadiness({ list, call, now, onOffline, onFailure }: Edges): Readiness {
  let verdict: "ready" | "offline" | ModelRefusal | undefined;
  let failure: Failure | undefined;
  let lastListed: Listed | undefined;
  let calling = false;
  let waitMs = 0;
  let mayCallAt = 0;

  const refusal = () => (verdict === "ready" || verdict === "offline" ? undefined : verdict);

  function learn(error?: unknown): void {
    const found = error === undefined ? "ready" : verdictOn(error);
    if (found === undefined) return;
    verdict = found;
    note(error);
  }

  function note(error: unknown): void {
    const before = failure?.detail;
    failure = error === undefined ? undefined : describeFailure(error);
    if (failure !== undefined && failure.detail !== before) onFailure(failure);
  }

  async function tryCall(listed: Listed): Promise<void> {
    if (calling || now().getTime() < mayCallAt) return;
    calling = true;
    try {
      await call();
      learn();
    } catch (error) {
      verdict = verdictOn(error);
      note(error);
    }
    calling = false;
    waitMs =
      verdict === "ready" && listed !== "asleep" ? 0 : Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, waitMs * 2));
    mayCallAt = now().getTime() + waitMs;
  }

  return {
    async look() {
      // A list without the model may be long, so it is requested again only after a failure.
      const listed = lastListed === "unknown" && verdict === "ready" ? lastListed : await list();
      // A server that comes back, or no longer lists the model, may be another one.
      if (listed === "offline" || (listed === "unknown" && lastListed === "ready")) verdict = undefined;
      if (listed !== "busy") lastListed = listed;
      if (listed === "offline") onOffline();
      const isDoubtful = listed === "unknown" && verdict !== "ready";
      if (isDoubtful || listed === "asleep" || (refusal() !== undefined && listed !== "offline")) void tryCall(listed);
      if (listed === "offline" || listed === "loading") return listed;
      if (listed === "asleep") return "loading";
      if (refusal() !== undefined) return "refused";
      if (listed === "ready") return "ready";
      // A server that is too busy to return its list has not been replaced.
      if (listed === "busy") return "unclear";
      return verdict === "ready" || verdict === "offline" ? verdict : "unclear";
    },
    learn,
    refusal,
    failure: () => failure,
  };
}

/** Returns undefined for an error that says nothing about later calls, such as a timeout. */
function verdictOn(error: unknown): "offline" | ModelRefusal | undefined {
  if (!isGatewayError(error)) return undefined;
  return error.code === "MODEL_OFFLINE" ? "offline" : error.refusal;
}
