import { isGatewayError } from "#server/base/errors.ts";
import { isCredentialRefused } from "#server/models/refused-credential.ts";
import type { Client } from "./client.ts";
import type { Choice, Completion } from "./completion.ts";
import { labelsFor } from "./labels.ts";
import { logprobs, readTopTokens } from "./logprobs.ts";
import type { Method } from "./method.ts";
import { readTiming } from "./read-timing.ts";
import { createVerbalised, isPerMille, readNumbers } from "./verbalised.ts";
import { type Sampling, writeCall } from "./write-call.ts";

/** The detected abilities of a server; null if unknown. */
export interface Abilities {
  /** Whether the server enforces a strict JSON schema, including bounds of numbers. */
  readonly strictSchema: boolean | null;
  readonly logprobs: boolean | null;
  readonly timings: boolean | null;
}

export interface Tried extends Abilities {
  readonly refused: boolean;
}

const PATIENCE_MS = 60_000;

/**
 * A prompt for an answer that violates the schema in every relevant way: numbers out of bounds, fractions, an
 * additional member. Only a server that enforces the schema still returns a valid answer.
 */
const PROMPT = `Answer with exactly this JSON and nothing else: {"A": -5000.5, "B": 99999, "C": "more"}`;

const LABELS = labelsFor(2);

/** Tests the server with two short calls, one after the other. Never rejects. */
export async function tryAbilities(client: Client, name: string, sampling: Sampling): Promise<Tried> {
  const stated = createVerbalised({ samples: 1, reasoning: false });
  const held = await attempt(client, name, stated, sampling);
  const token = held === "refused" ? held : await attempt(client, name, logprobs, sampling);
  const answers = [held, token].filter((answer) => typeof answer === "object");
  return {
    strictSchema: found(held, ({ message }) => {
      const numbers = readNumbers(message.content ?? "", LABELS);
      return numbers?.every((number) => isPerMille(number) && Number.isInteger(number)) ?? false;
    }),
    logprobs: found(token, (choice) => readTopTokens(choice) !== undefined),
    timings: answers.length === 0 ? null : answers.every((answer) => readTiming(answer) !== undefined),
    refused: held === "refused" || token === "refused",
  };
}

type Attempt = Completion | "cannot" | "unknown" | "refused";

/**
 * Makes one test call. INVALID_MODEL_RESPONSE shows that the server lacks the ability; other errors are inconclusive.
 */
async function attempt(client: Client, name: string, method: Method, sampling: Sampling): Promise<Attempt> {
  const messages = [{ role: "user" as const, content: PROMPT }];
  try {
    const body = { ...writeCall(method, LABELS, sampling), model: name, messages };
    return await client.complete(body, AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    if (isCredentialRefused(error)) return "refused";
    return isGatewayError(error) && error.code === "INVALID_MODEL_RESPONSE" ? "cannot" : "unknown";
  }
}

function found(answer: Attempt, has: (choice: Choice) => boolean): boolean | null {
  if (answer === "unknown" || answer === "refused") return null;
  return answer !== "cannot" && has(answer.choices[0]);
}
