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
  /** Whose clock counts: the server's, or ours around each call. */
  readonly timing: "server" | "observed";
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

export interface Asked {
  readonly orders: number;
  /** The answers that can be used, each sorted by option id, by code units. */
  readonly samples: readonly Vector[];
  readonly rejected: readonly { readonly order: number; readonly reason: string }[];
  /** What each call took; undefined where the server does not say. */
  readonly timings: readonly (ModelTiming | undefined)[];
}

/**
 * Asks once in each order of the options, the first of which is that of their ids, one call after the other: a place before the model is then one call at the model, what
 * servers report adds up to no more than was seen, and each prompt begins as the one before. Rejects with
 * INVALID_MODEL_RESPONSE as soon as more than half of the answers cannot be used, and with the error of any call that
 * failed: none is made again.
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
 * The options in `count` different orders: rotations, as far from each other as so many can be. With as many orders as
 * options, each option stands at each place once.
 */
export function rotate<T>(options: readonly T[], count: number): readonly (readonly T[])[] {
  return Array.from({ length: count }, (_, index) => {
    const shift = Math.floor((index * options.length) / count);
    return [...options.slice(shift), ...options.slice(0, shift)];
  });
}
