import { TRPCClientError } from "@trpc/client";
import { v7 as uuid } from "uuid";

/**
 * Returns a function that sends each run with an idempotency key. Runs of the same request share a key until the gateway
 * has answered, so a double click, or a retry after a lost connection, records one forecast.
 */
export function keyRuns<Answer>(
  send: (text: string, idempotencyKey: string) => Promise<Answer>,
): (text: string) => Promise<Answer> {
  const unanswered = new Map<string, string>();
  return async (text) => {
    const key = unanswered.get(text) ?? uuid();
    unanswered.set(text, key);
    const forget = () => {
      if (unanswered.get(text) === key) unanswered.delete(text);
    };
    try {
      const answer = await send(text, key);
      forget();
      return answer;
    } catch (error) {
      if (wasAnswered(error)) forget();
      throw error;
    }
  };
}

function wasAnswered(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data !== null && error.data !== undefined;
}
