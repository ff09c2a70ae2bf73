import type { PredictionInput, Task } from "#lib/contract/request.ts";
import type { Vector } from "#lib/stats/log-space.ts";
import { GatewayError } from "#server/errors.ts";
import type { ModelTiming } from "#server/infra/models/model.ts";
import type { Client } from "./client.ts";
import type { Choice } from "./completion.ts";
import { labelsFor } from "./labels.ts";
import { type Method, rejected, type Sample } from "./method.ts";
import { writePrompt } from "./prompt.ts";
import { readTiming, timingOf } from "./read-timing.ts";

export interface Asking {
  readonly client: Client;
  /** The model's name at the server. */
  readonly name: string;
  readonly method: Method;
  /** Whether times come from the server or from our clock around each call. */
  readonly timing: "server" | "observed";
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export interface Asked {
  readonly orders: number;
  /** The usable answers, each sorted by option id in code units. */
  readonly samples: readonly Vector[];
  readonly rejected: readonly { readonly order: number; readonly reason: string }[];
  /** The time of each call; undefined if the server does not report it. */
  readonly timings: readonly (ModelTiming | undefined)[];
}

/**
 * Prompts once for each order of the options, beginning with the order of their ids, one call after the other. So a
 * slot means one call at a time, the reported times do not exceed the observed time, and prompts share a prefix.
 * Rejects with INVALID_MODEL_RESPONSE as soon as more than half of the answers are unusable, and with the error of any
 * failed call. No call is repeated.
 */
export async function askInOrders(
  how: Asking,
  task: Task,
  input: PredictionInput,
  signal: AbortSignal,
): Promise<Asked> {
  const { client, name, method, now } = how;
  const options = Object.keys(task.criteria).sort();
  const labels = labelsFor(options.length);
  const orders = rotate(options, method.orders(options.length));
  const samples: Vector[] = [];
  const refused: { order: number; reason: string }[] = [];
  const timings: (ModelTiming | undefined)[] = [];
  for (const [index, order] of orders.entries()) {
    const messages = [...writePrompt(task, input, order, method.ask)];
    const start = now();
    const completion = await client.complete({ model: name, messages, ...method.parameters(labels) }, signal);
    timings.push(how.timing === "server" ? readTiming(completion) : timingOf(0, now() - start, 0));
    const sample = readSample(completion.choices[0], method, labels);
    if (sample.ok) {
      samples.push(options.map((option) => sample.distribution[order.indexOf(option)] ?? 0));
      continue;
    }
    refused.push({ order: index, reason: sample.reason });
    if (refused.length > orders.length / 2) {
      const detail = `${refused.length} of ${orders.length} answers cannot be used, the last because ${sample.reason}`;
      throw new GatewayError("INVALID_MODEL_RESPONSE", { detail });
    }
  }
  return { orders: orders.length, samples, rejected: refused, timings };
}

function readSample(choice: Choice, method: Method, labels: readonly string[]): Sample {
  if ((choice.message.refusal ?? "") !== "") return rejected("it refuses");
  return method.read(choice, labels);
}

/**
 * `count` different orders of the options: rotations spread as evenly as possible. With as many orders as options, each
 * option is once in each position.
 */
export function rotate<T>(options: readonly T[], count: number): readonly (readonly T[])[] {
  return Array.from({ length: count }, (_, index) => {
    const shift = Math.floor((index * options.length) / count);
    return [...options.slice(shift), ...options.slice(0, shift)];
  });
}
