import type { Completion } from "#server/models/llm/complete.ts";

const UNKNOWN = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };

/** Returns a complete answer with this text, without reported usage. */
export function answered(text: string, changed: Partial<Completion> = {}): Completion {
  return {
    text,
    finish: { unified: "stop", raw: "stop" },
    isRefusal: false,
    usage: { inputTokens: UNKNOWN, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
    fingerprint: undefined,
    body: {},
    ...changed,
  };
}
