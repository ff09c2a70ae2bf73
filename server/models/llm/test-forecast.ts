import type { PredictionRequest } from "#lib/contract/request.ts";
import { formatDuration } from "#lib/format.ts";
import type { Asked } from "./ask-in-orders.ts";
import { describeFailure, type Failure } from "./read-error.ts";

/** The question of the test. It is the gateway's own, so no reviewed input is needed and no answer is kept. */
export const TEST_QUESTION = {
  task: {
    type: "choice",
    instructions: "Will it rain in Hamburg on 2 June 2025?",
    criteria: { no: "Less than 0.1 mm of rain.", yes: "At least 0.1 mm of rain." },
    resolution: {
      criteria: "Daily precipitation at the weather station Hamburg-Fuhlsbüttel.",
      resolves_at: "2025-06-03T00:00:00Z",
    },
  },
  input: {
    as_of: "2025-06-01T12:00:00Z",
    context: [
      {
        type: "text",
        text: "The forecast for the next day names a chance of rain of 60 percent.",
        observed_at: "2025-06-01T06:00:00Z",
      },
    ],
  },
} as const satisfies Pick<PredictionRequest, "task" | "input">;

/** The result of a test: sentences for members, and whether forecasts can be expected to succeed. */
export interface ForecastTest {
  readonly at: Date;
  readonly passed: boolean;
  readonly text: string;
  /** The server's own words about a failure. */
  readonly upstream: string | undefined;
}

interface Edges {
  readonly ask: (request: typeof TEST_QUESTION, signal: AbortSignal) => Promise<Asked>;
  readonly deadlineMs: number;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly clock: () => number;
}

/**
 * Makes one whole forecast of the test question, with no limit but four deadlines, and compares its duration with the
 * deadline. Names the setting that does not fit. Never rejects.
 */
export async function testForecast({ ask, deadlineMs, now, clock }: Edges): Promise<ForecastTest> {
  const start = clock();
  const limitMs = Math.max(60_000, 4 * deadlineMs);
  const deadline = `the deadline of ${formatDuration(deadlineMs)} (MODEL_DEADLINE_MS)`;
  const slower = "Increase MODEL_DEADLINE_MS or MODEL_PARALLEL, or decrease MODEL_SAMPLES.";
  const result = (passed: boolean, text: string, upstream?: string) => ({ at: now(), passed, text, upstream });
  const signal = AbortSignal.timeout(limitMs);
  try {
    const { calls, rejected, timing } = await ask(TEST_QUESTION, signal);
    const ms = clock() - start;
    if (timing === undefined)
      return result(false, "The server does not report the time of every call: set MODEL_TIMING=observed.");
    const took = `A forecast of the test question with ${calls} calls took ${formatDuration(ms)}.`;
    const reasons = [...new Set(rejected.map(({ reason }) => reason))].join(", ");
    const discarded = rejected.length === 0 ? "" : ` Discarded answers: ${rejected.length} (${reasons}).`;
    if (ms > deadlineMs) return result(false, `${took}${discarded} It exceeds ${deadline}. ${slower}`);
    return result(true, `${took}${discarded} It meets ${deadline}.`);
  } catch (error) {
    if (signal.aborted)
      return result(false, `The test did not end within ${formatDuration(limitMs)}, four times ${deadline}. ${slower}`);
    const { detail, upstream }: Failure = describeFailure(error);
    const cut = detail.includes("incomplete") ? " Increase MODEL_MAX_TOKENS." : "";
    return result(false, `The test failed: ${detail}.${cut}`, upstream);
  }
}
