import type { Task } from "#lib/contract/request.ts";
import { GatewayError } from "#server/errors.ts";
import { byOption } from "#server/infra/models/by-option.ts";
import { cacheReadiness } from "#server/infra/models/cache-readiness.ts";
import type { Model, Support } from "#server/infra/models/model.ts";
import { askInOrders } from "./ask-in-orders.ts";
import { createClient } from "./client.ts";
import { combine, spreadOf } from "./combine.ts";
import { logprobs } from "./logprobs.ts";
import { probe } from "./probe.ts";
import { addTimings } from "./read-timing.ts";
import { type Abilities, tryAbilities } from "./try-abilities.ts";
import { verbalised } from "./verbalised.ts";
import { describeModel, modelVersion } from "./version.ts";

const METHODS = { verbalised, logprobs };

interface Edges {
  readonly release: string;
  /** The base address of the API, such as `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly token: string | undefined;
  /** The server's name for the model. */
  readonly name: string;
  readonly method: keyof typeof METHODS;
  /** Whether times come from the server or from the gateway's clock. */
  readonly timing: "server" | "observed";
  readonly now: () => Date;
  /** Monotonic milliseconds, such as `performance.now`. */
  readonly clock: () => number;
}

/** A language model behind any endpoint that speaks OpenAI's protocol. */
export function createOpenaiModel({ release, url, token, name, method, timing, now, clock }: Edges) {
  const client = createClient({ url, token });
  const how = { client, name, method: METHODS[method], timing, now: clock };
  const version = modelVersion(describeModel(name, how.method));
  let listed: boolean | null = null;
  let abilities: Abilities | undefined;
  let wasReady = false;

  /**
   * Abilities are tested when the model is first ready and whenever it is ready again, because it may be another server
   * then.
   */
  async function look() {
    const found = await probe(client, name);
    listed = found.listed;
    const isReady = found.state === "ready";
    if (isReady && !wasReady) {
      void tryAbilities(client, name).then((tried) => {
        abilities = tried;
      });
    }
    // A server that is too busy to answer has not been away.
    if (found.state !== "unclear") wasReady = isReady;
    return found.state;
  }
  const readiness = cacheReadiness({ probe: look, now });

  return {
    release,
    supports,
    unusable: () => [],
    async forecast({ task, input }, signal) {
      const options = Object.keys(task.criteria).sort();
      const { orders, samples, rejected, timings } = await askInOrders(how, task, input, signal);
      const reported = timings.filter((one) => one !== undefined);
      if (reported.length < timings.length) {
        throw new GatewayError("INVALID_MODEL_TIMING", { detail: "the server does not say what a call took" });
      }
      return {
        modelVersion: version,
        probabilities: byOption(options, combine(samples)),
        timing: addTimings(reported),
        trace: { method, model: name, orders, rejected: [...rejected], spread: spreadOf(samples, options), timing },
      };
    },
    readiness: () => readiness.current(),
    status: () => ({
      version,
      server: new URL(url).host,
      since: readiness.since(),
      language: {
        name,
        method,
        timing,
        listed,
        strictSchema: abilities?.strictSchema ?? null,
        logprobs: abilities?.logprobs ?? null,
        timings: abilities?.timings ?? null,
      },
    }),
  } satisfies Model;
}

/** A language model can read any text and data. It only needs to know what the options mean. */
function supports({ criteria }: Task): Support {
  const unnamed = Object.keys(criteria)
    .sort()
    .find((id) => criteria[id] === null);
  if (unnamed === undefined) return { ok: true };
  const reason = `This release is told what options mean, and never their ids: every option needs a description. ${unnamed} has none.`;
  return { ok: false, reason, path: "/task/criteria" };
}
