import { canonicalOptions } from "#lib/contract/canonical-options.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { ModelTiming } from "#lib/contract/response.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { GatewayError, type GatewayErrorOptions, isGatewayError, toContractError } from "#server/base/errors.ts";
import type { TokenPrices } from "#server/config/model-settings.ts";
import type { UsableSample } from "./combine.ts";
import type { Complete, Completion } from "./complete.ts";
import { labelsFor } from "./labels.ts";
import type { CallLimit } from "./limit-calls.ts";
import { type Method, type Reason, rejected, type Sample } from "./method.ts";
import { writePrompt } from "./prompt.ts";
import { addTimings, readTiming, type Timing, timingOf } from "./read-timing.ts";
import { readUsage } from "./read-usage.ts";

export interface Asking {
  readonly complete: Complete;
  readonly method: Method;
  /** The source of the reported times: the server's response or the gateway's clock around each call. */
  readonly timing: "server" | "observed";
  readonly parallel: number;
  /** The limit of parallel calls over all forecasts. */
  readonly limit: CallLimit;
  /** The system prompt; undefined means the built-in prompt. */
  readonly system: string | undefined;
  readonly prices: TokenPrices | undefined;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
}

export interface Asked {
  readonly calls: number;
  /** The number of distinct option orders among the calls. */
  readonly orders: number;
  readonly samples: readonly UsableSample[];
  readonly rejected: readonly { readonly sample: number; readonly reason: Reason }[];
  /** Samples whose numbers did not sum to 100 percent and were divided by their sum, `percent`. */
  readonly normalised: readonly { readonly sample: number; readonly percent: number }[];
  /**
   * The total time of the slowest lane (see askInOrders); undefined if the server did not report the time of every
   * call.
   */
  readonly timing: Timing | undefined;
  /** Undefined if the server did not report the usage of every call. */
  readonly usage: TokenUsage | undefined;
  readonly fingerprints: readonly string[];
}

/**
 * Calls the model once per sample. The options are listed in rotated orders; the first is the order of their ids. Calls
 * run in parallel lanes, and the calls of one lane run one after the other. So the times that the server reports for
 * one lane add up to at most the duration that the gateway measures. A call that the server answers with 429 counts as
 * an unusable answer if another call has an answer or is running. Rejects with the error of the first call that fails
 * otherwise, or as soon as more than half of the answers are unusable: with QUEUE_FULL if the last one was a 429,
 * otherwise with INVALID_MODEL_RESPONSE. After that no call starts, and calls in flight are aborted unless every
 * finished call was declined: the error is `declined` only if all calls were declined. No call is repeated.
 */
export async function askInOrders(
  how: Asking,
  request: Pick<PredictionRequest, "task" | "input">,
  signal: AbortSignal,
): Promise<Asked> {
  const { complete, method, now } = how;
  const options = canonicalOptions(request.task);
  const labels = labelsFor(options.length);
  const calls = method.calls(options.length);
  const orders = rotate(options, Math.min(calls, options.length));
  const answers: Sample[] = [];
  const completions: Completion[] = [];
  const failed = new AbortController();
  const mayBegin = AbortSignal.any([signal, failed.signal]);
  const givenUp = new AbortController();
  const mayRun = AbortSignal.any([signal, givenUp.signal]);
  let next = 0;
  let declined = true;
  let running = 0;
  let failure: { readonly error: unknown } | undefined;

  /** Returns the time of a call; null if the server declined it, undefined if it did not report the time. */
  async function ask(index: number): Promise<Timing | undefined | null> {
    const order = orders[index % orders.length] ?? options;
    const messages = writePrompt(request, order, method.ask, how.system);
    const called = await how.limit(async () => {
      const start = now();
      running++;
      const answer = await complete(messages, labels, mayRun)
        .catch((error: unknown) => {
          declined &&= isGatewayError(error) && error.declined;
          const isAlone = declined && running === 1;
          if (isGatewayError(error) && error.code === "QUEUE_FULL" && !isAlone) return error;
          throw error;
        })
        .finally(() => running--);
      if (isGatewayError(answer)) return answer;
      declined = false;
      return { completion: answer, took: now() - start };
    }, mayBegin);
    if (isGatewayError(called)) {
      answers[index] = rejected("the model server was busy (429)");
      requireHalf(answers, calls, called);
      return null;
    }
    const { completion, took } = called;
    completions.push(completion);
    const sample = readSample(completion, method, labels);
    answers[index] = sample.ok
      ? { ...sample, distribution: options.map((option) => sample.distribution[order.indexOf(option)] ?? 0) }
      : sample;
    requireHalf(answers, calls);
    return how.timing === "server" ? readTiming(completion.body) : timingOf(0, took);
  }

  async function lane(): Promise<readonly (Timing | undefined)[]> {
    const timings: (Timing | undefined)[] = [];
    try {
      while (next < calls && failure === undefined) {
        const timing = await ask(next++);
        if (timing !== null) timings.push(timing);
        // A server without an answer so far gets no further call from this lane.
        else if (declined) break;
      }
    } catch (error) {
      failure ??= { error: signal.aborted ? signal.reason : error };
      failed.abort();
    }
    if (failure !== undefined && !declined) givenUp.abort();
    return timings;
  }

  const lanes = await Promise.all(Array.from({ length: Math.min(how.parallel, calls) }, lane));
  const usage = readUsage(completions, how.prices);
  if (failure !== undefined) throw ofForecast(failure.error, { declined, usage });
  const of = <T>(pick: (answer: Sample, sample: number) => T | undefined) =>
    [...answers.entries()].flatMap(([sample, answer]) => pick(answer, sample) ?? []);
  return {
    calls,
    orders: orders.length,
    samples: of((answer, index) =>
      answer.ok ? { order: index % orders.length, distribution: answer.distribution } : undefined,
    ),
    rejected: of((answer, sample) => (answer.ok ? undefined : { sample, reason: answer.reason })),
    normalised: of((answer, sample) =>
      answer.ok && answer.summedTo !== undefined ? { sample, percent: answer.summedTo } : undefined,
    ),
    timing: longest(lanes),
    usage,
    fingerprints: completions.flatMap(({ fingerprint }) => fingerprint ?? []),
  };
}

/** Converts the error of a call to the error of the forecast, which is `declined` only if every call was declined. */
function ofForecast(error: unknown, spent: Pick<GatewayErrorOptions, "declined" | "usage">): GatewayError {
  const { code, message, issues, retryAfter, detail, upstream, refusal, reason } = toContractError(error);
  const kept = { wholeMessage: message, issues, retryAfter, detail, upstream, refusal, reason };
  return new GatewayError(code, { ...kept, ...spent });
}

function requireHalf(answers: readonly Sample[], calls: number, busy?: GatewayError): void {
  const refused = answers.filter((answer) => !answer.ok);
  if (refused.length <= calls / 2) return;
  if (busy !== undefined) throw busy;
  const reason = refused.at(-1)?.reason;
  const detail = `${refused.length} of ${calls} answers are unusable; reason of the last one: ${reason}`;
  throw new GatewayError("INVALID_MODEL_RESPONSE", { detail });
}

function readSample(completion: Completion, method: Method, labels: readonly string[]): Sample {
  return completion.isRefusal ? rejected("the model refused to answer") : method.read(completion, labels);
}

function longest(lanes: readonly (readonly (Timing | undefined)[])[]): Timing | undefined {
  const total = ({ model_queue_ms, inference_ms, load_ms }: ModelTiming) => model_queue_ms + inference_ms + load_ms;
  let found: Timing | undefined;
  for (const lane of lanes) {
    const known = lane.filter((timing) => timing !== undefined);
    if (known.length < lane.length) return undefined;
    const sum = addTimings(known);
    const cold_start = sum.cold_start || (found?.cold_start ?? false);
    found = { ...(found === undefined || total(sum) > total(found) ? sum : found), cold_start };
  }
  return found;
}

/**
 * Returns `count` different orders of the options: rotations by shifts that are spread as evenly as possible. With as
 * many orders as options, each option is in each position exactly once.
 */
export function rotate<T>(options: readonly T[], count: number): readonly (readonly T[])[] {
  return Array.from({ length: count }, (_, index) => {
    const shift = Math.floor((index * options.length) / count);
    return [...options.slice(shift), ...options.slice(0, shift)];
  });
}
