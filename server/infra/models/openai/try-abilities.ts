import { isGatewayError } from "#server/errors.ts";
import type { Client } from "./client.ts";
import type { Choice, Completion } from "./completion.ts";
import { labelsFor } from "./labels.ts";
import { logprobs, readTopTokens } from "./logprobs.ts";
import type { Method } from "./method.ts";
import { readTiming } from "./read-timing.ts";
import { readNumbers, verbalised } from "./verbalised.ts";

/** What a server was found to support; null if that is unknown. */
export interface Abilities {
  /** Whether it enforces a strict JSON schema. */
  readonly strictSchema: boolean | null;
  readonly logprobs: boolean | null;
  /** Whether it reports the time of a call. */
  readonly timings: boolean | null;
}

const PATIENCE_MS = 60_000;

/** A prompt that no model answers with numbers unless a schema forces it to. */
const PROMPT = "Say hello.";

const LABELS = labelsFor(2);

/** Tests the server with two short calls, one after the other. Never rejects. */
export async function tryAbilities(client: Client, name: string): Promise<Abilities> {
  const held = await attempt(client, name, verbalised);
  const token = await attempt(client, name, logprobs);
  const answers = [held, token].filter((answer) => typeof answer === "object");
  return {
    strictSchema: found(held, ({ message }) => readNumbers(message.content ?? "", LABELS) !== undefined),
    logprobs: found(token, (choice) => readTopTokens(choice) !== undefined),
    timings: answers.length === 0 ? null : answers.every((answer) => readTiming(answer) !== undefined),
  };
}

/** An invalid answer shows that the server lacks the ability; any other failure shows nothing. */
async function attempt(client: Client, name: string, method: Method): Promise<Completion | "cannot" | "unknown"> {
  const messages = [{ role: "user" as const, content: PROMPT }];
  try {
    const request = { model: name, messages, ...method.parameters(LABELS) };
    return await client.complete(request, AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    return isGatewayError(error) && error.code === "INVALID_MODEL_RESPONSE" ? "cannot" : "unknown";
  }
}

function found(answer: Completion | "cannot" | "unknown", has: (choice: Choice) => boolean): boolean | null {
  if (answer === "unknown") return null;
  return answer !== "cannot" && has(answer.choices[0]);
}
