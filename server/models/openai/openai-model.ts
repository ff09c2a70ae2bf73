import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { PredictionRequest, Task } from "#lib/contract/request.ts";
import type { ModelState } from "#lib/domain/model-state.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { LanguageModelSettings } from "#server/config/model-settings.ts";
import { cacheReadiness } from "#server/models/cache-readiness.ts";
import type { Model, Support } from "#server/models/model.ts";
import { isCredentialRefused } from "#server/models/refused-credential.ts";
import { askInOrders } from "./ask-in-orders.ts";
import { createClient } from "./client.ts";
import { combine, spreadOf } from "./combine.ts";
import { limitCalls } from "./limit-calls.ts";
import { logprobs } from "./logprobs.ts";
import { probe } from "./probe.ts";
import { SYSTEM } from "./prompt.ts";
import { type Tried, tryAbilities } from "./try-abilities.ts";
import { createVerbalised } from "./verbalised.ts";
import { describeModel, modelVersion } from "./version.ts";

interface Edges extends Omit<LanguageModelSettings, "promptFile" | "blend"> {
  readonly release: string;
  /** The system prompt; undefined means the built-in prompt. */
  readonly system?: string | undefined;
  /** The maximum number of parallel calls over all forecasts. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** Returns monotonic milliseconds, such as `performance.now`. */
  readonly clock: () => number;
}

/** Creates the adapter for a language model on a server with an OpenAI-compatible API. */
export function createOpenaiModel({ release, system = SYSTEM, concurrency, now, clock, ...choice }: Edges) {
  const { name, timing } = choice;
  const client = createClient(choice);
  const method = choice.method === "logprobs" ? logprobs : createVerbalised(choice);
  const how = { ...choice, client, method, system, limit: limitCalls(concurrency), now: clock };
  const version = modelVersion(describeModel(choice, method, system));
  let listed: boolean | null = null;
  let abilities: Tried | undefined;
  let isTrying = false;
  let refused = false;
  let wasReady = false;
  /** One controller per running forecast; all are aborted when a readiness check finds the server offline. */
  const running = new Set<AbortController>();

  function tryAgain(): void {
    if (isTrying) return;
    isTrying = true;
    void tryAbilities(client, name, choice).then((tried) => {
      abilities = tried;
      refused = tried.refused;
      isTrying = false;
    });
  }

  /**
   * Checks the readiness. The server's abilities are tested whenever the model becomes ready, because another server
   * may have taken its place. The test calls also load a sleeping model, and they detect whether the server accepts the
   * API key again, which the list of models does not show: many servers return the list without authentication.
   */
  async function look(): Promise<ModelState> {
    const found = await probe(client, name);
    listed = found.listed;
    const isReady = found.state === "ready";
    const isRefused = refused && (isReady || found.state === "unclear");
    if ((isReady && !wasReady) || found.asleep || isRefused) tryAgain();
    // An unclear state is ignored here: a server that is too busy to answer has not been replaced.
    if (found.state !== "unclear") wasReady = isReady;
    if (found.state === "offline") {
      const error = new GatewayError("MODEL_OFFLINE", { detail: "the server went offline during the forecast" });
      for (const one of running) one.abort(error);
    }
    return isRefused ? "refused" : found.state;
  }
  const readiness = cacheReadiness({ probe: look, now });

  async function ask(request: Pick<PredictionRequest, "task" | "input">, signal: AbortSignal) {
    const offline = new AbortController();
    running.add(offline);
    try {
      return await askInOrders(how, request, AbortSignal.any([signal, offline.signal]));
    } catch (error) {
      if (isCredentialRefused(error)) refused = true;
      throw error;
    } finally {
      running.delete(offline);
    }
  }

  return {
    release,
    supports,
    unusable: () => [],
    async forecast({ task, input }, signal) {
      const options = canonicalOptions(task);
      const asked = await ask({ task, input }, signal);
      if (asked.timing === undefined) {
        throw new GatewayError("INVALID_MODEL_TIMING", {
          detail: "the server did not report the time of every call",
          usage: asked.usage,
        });
      }
      const { reportsLoad, ...took } = asked.timing;
      const { distribution, kept } = combine(asked.samples, method.combining);
      return {
        modelVersion: version,
        probabilities: byOption(options, distribution),
        timing: took,
        usage: asked.usage,
        trace: {
          method: method.name,
          model: name,
          samples: asked.calls,
          orders: asked.orders,
          rejected: asked.rejected.map((one) => ({ ...one })),
          normalised: asked.normalised.map((one) => ({ ...one })),
          spread: spreadOf(
            asked.samples.map((sample) => sample.distribution),
            options,
          ),
          kept,
          timing,
          cold_start: reportsLoad ? took.cold_start : null,
        },
      };
    },
    readiness: () => readiness.current(),
    status: () => ({
      version,
      server: new URL(choice.url).host,
      since: readiness.since(),
      language: {
        name,
        method: method.name,
        timing,
        samples: method.name === "verbalised" ? choice.samples : null,
        parallel: choice.parallel,
        temperature: choice.temperature ?? method.temperature ?? null,
        maxTokens: method.maxTokens ?? choice.maxTokens ?? null,
        reasoning: method.name === "verbalised" && choice.reasoning,
        extraBody: Object.keys(choice.extraBody),
        headers: Object.keys(choice.headers),
        prices: choice.prices ?? null,
        ownPrompt: system !== SYSTEM,
        listed,
        strictSchema: abilities?.strictSchema ?? null,
        logprobs: abilities?.logprobs ?? null,
        timings: abilities?.timings ?? null,
      },
    }),
  } satisfies Model;
}

/** A language model can use any observation, but every option needs a description, because it never sees option ids. */
function supports({ criteria }: Task): Support {
  const unnamed = Object.keys(criteria)
    .sort()
    .find((id) => criteria[id] === null);
  if (unnamed === undefined) return { ok: true };
  const reason = `The language model sees descriptions of options, never their ids, so every option needs a description. The option "${unnamed}" has none.`;
  return { ok: false, reason, path: "/task/criteria" };
}
