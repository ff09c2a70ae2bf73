import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { Json, JsonObject } from "#lib/contract/json.ts";
import type { PredictionRequest, Task } from "#lib/contract/request.ts";
import type { ModelState } from "#lib/domain/model-state.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { byOption } from "#lib/stats/by-option.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { LanguageModelSettings } from "#server/config/model-settings.ts";
import { cacheReadiness } from "#server/models/cache-readiness.ts";
import type { Model, Support } from "#server/models/model.ts";
import { versionOf } from "#server/models/version-of.ts";
import { askInOrders } from "./ask-in-orders.ts";
import { combine, spreadOf } from "./combine.ts";
import { captureBody, createComplete } from "./complete.ts";
import { labelsFor } from "./labels.ts";
import { limitCalls } from "./limit-calls.ts";
import { listModels } from "./list-models.ts";
import { logprobs } from "./logprobs.ts";
import type { Method } from "./method.ts";
import { SYSTEM } from "./prompt.ts";
import { loadProvider } from "./providers.ts";
import { readUsage } from "./read-usage.ts";
import { createReadiness } from "./readiness.ts";
import { type ForecastTest, testForecast } from "./test-forecast.ts";
import { createVerbalised } from "./verbalised.ts";

interface Edges extends Omit<LanguageModelSettings, "promptFile"> {
  readonly release: string;
  /** The system prompt; undefined means the built-in prompt. */
  readonly system?: string | undefined;
  /** The maximum number of parallel calls over all forecasts. */
  readonly concurrency: number;
  readonly now: () => Date;
  /** Returns monotonic milliseconds, such as `performance.now`. */
  readonly clock: () => number;
  /** Called with a problem for the log, without text of the server. */
  readonly onProblem: (detail: string) => void;
  /** Called with the tokens of calls that belong to no forecast. */
  readonly onOwnUsage: (usage: TokenUsage) => void;
}

const CALL_MS = 60_000;

/** Creates the adapter for a language model behind the API of `provider`. */
export async function createLlmModel({ release, system = SYSTEM, concurrency, now, clock, ...choice }: Edges) {
  const { name, timing, prices, token } = choice;
  const provider = await loadProvider(choice);
  const method = choice.method === "logprobs" ? logprobs : createVerbalised(choice);
  const complete = createComplete(provider, name, method, choice);
  const labels = labelsFor(2);
  const ask = { role: "user", content: method.ask(labels) } as const;
  const sent = await captureBody(provider, method, choice, [{ role: "system", content: system }, ask], labels);
  requireLogprobs(choice.method, sent);
  const description = describeModel(choice, provider.endpoint, method, sent);
  const how = { ...choice, complete, method, system, limit: limitCalls(concurrency), now: clock };
  let version = modelVersion(description);
  let test: ForecastTest | undefined;
  let testing: Promise<void> | undefined;
  /** One controller per running forecast; all are aborted when a readiness check finds the server offline. */
  const running = new Set<AbortController>();

  const calls = createReadiness({
    list:
      choice.provider === "openai-compatible"
        ? () => listModels(choice.url, name, { ...(token && { authorization: `Bearer ${token}` }), ...choice.headers })
        : async () => "unknown",
    async call() {
      const completion = await complete([ask], labels, AbortSignal.timeout(CALL_MS));
      reportUsage(readUsage([completion], prices));
    },
    now,
    onOffline() {
      const error = new GatewayError("MODEL_OFFLINE", { detail: "the server went offline during the forecast" });
      for (const one of running) one.abort(error);
    },
    onFailure: ({ detail }) => choice.onProblem(detail),
  });
  const readiness = cacheReadiness({ probe: look, now });

  async function look(): Promise<ModelState> {
    const state = await calls.look();
    if (state === "ready" && test === undefined) void runTest();
    return state;
  }

  function reportUsage(usage: TokenUsage | undefined): void {
    if (usage !== undefined) choice.onOwnUsage(usage);
  }

  /** Tests a whole forecast outside the limit of parallel calls, so that no forecast waits. */
  function runTest(): Promise<void> {
    testing ??= testForecast({
      async ask(request, signal) {
        const asked = await watch(askInOrders({ ...how, limit: (call) => call() }, request, signal));
        reportUsage(asked.usage);
        return asked;
      },
      deadlineMs: choice.deadlineMs,
      now,
      clock,
    }).then((tested) => {
      if (!tested.passed) choice.onProblem(tested.text);
      test = tested;
      testing = undefined;
    });
    return testing;
  }

  async function watch<T>(forecast: Promise<T>): Promise<T> {
    try {
      const asked = await forecast;
      calls.learn();
      return asked;
    } catch (error) {
      calls.learn(error);
      throw error;
    }
  }

  async function forecastOnce(request: Pick<PredictionRequest, "task" | "input">, signal: AbortSignal) {
    const offline = new AbortController();
    running.add(offline);
    try {
      return await watch(askInOrders(how, request, AbortSignal.any([signal, offline.signal])));
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
      const asked = await forecastOnce({ task, input }, signal);
      if (asked.timing === undefined) {
        throw new GatewayError("INVALID_MODEL_TIMING", {
          detail: "the server did not report the time of every call",
          usage: asked.usage,
        });
      }
      const { reportsLoad, ...took } = asked.timing;
      const { distribution, kept } = combine(asked.samples, method.combining);
      version = modelVersion(description, asked.fingerprints);
      return {
        modelVersion: version,
        probabilities: byOption(options, distribution),
        timing: took,
        usage: asked.usage,
        trace: {
          method: method.name,
          model: name,
          provider: choice.provider,
          endpoint: provider.endpoint,
          package: provider.package,
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
    test: runTest,
    status: () => ({
      version,
      server: new URL(choice.url).host,
      since: readiness.since(),
      refusal: calls.refusal(),
      language: {
        name,
        provider: choice.provider,
        endpoint: provider.endpoint,
        package: provider.package,
        failure: calls.failure() ?? null,
        isTesting: testing !== undefined,
        test: test === undefined ? null : { ...test, at: test.at.toISOString() },
      },
    }),
  } satisfies Model;
}

/** Whether a call sends a member: the packages drop settings that the model, by its name, does not support. */
function sends(sent: object, member: string): boolean {
  return JSON.stringify(sent).includes(`"${member}":`);
}

function requireLogprobs(method: LanguageModelSettings["method"], sent: object): void {
  if (method === "verbalised" || sends(sent, "logprobs")) return;
  throw new Error(
    "Invalid configuration:\n  MODEL_METHOD=logprobs needs MODEL_PROVIDER=openai-compatible, or a chat model of openai or azure that does not reason",
  );
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

/** The version of this adapter. Increase it when a code change leads to other forecasts from the same model answers. */
const ADAPTER = 4;

type Settings = Pick<LanguageModelSettings, "provider" | "name" | "headers" | "parallel">;

/**
 * Returns the description that is hashed into `model_version`: everything known to affect the answer. `sent` is the
 * body of a call, which contains the prompt and every setting that the provider's package did not drop. The package's
 * version is not included: a release that sends the same body does not split the track record.
 */
export function describeModel(settings: Settings, endpoint: string, method: Method, sent: JsonObject) {
  return {
    adapter: "llm",
    adapter_version: ADAPTER,
    provider: settings.provider,
    endpoint,
    model: settings.name,
    method: method.name,
    calls: Array.from({ length: 19 }, (_, index) => method.calls(index + 2)),
    sent,
    headers: { ...settings.headers },
    parallel: settings.parallel,
    combining: { ...method.combining },
  } satisfies Json;
}

/** `fingerprints` are those of the answers to the calls, which tell the served models apart. */
export function modelVersion(description: JsonObject, fingerprints: readonly string[] = []): string {
  const distinct = [...new Set(fingerprints)].sort();
  return versionOf(distinct.length === 0 ? description : { ...description, fingerprints: distinct });
}
