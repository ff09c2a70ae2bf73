import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import type { Score } from "./read-scores.ts";

/**
 * Returns a running digest of archived scores; call `add` in the order of request ids. Only the content of each forecast is hashed: its scores can be recomputed from this content
 * and the confirmed outcome. The chosen option is hashed as its index, because its id can be erased.
 */
export function createScoresDigest() {
  const digest = createHash("sha256");
  let scores = 0;
  return {
    add({ choice, ...score }: Score, options: readonly string[]): void {
      const { requestId, predictionId, taskId, inputId, generatedAt, version, probabilities } = score;
      const forecast = { requestId, taskId, inputId, generatedAt: generatedAt.toISOString(), version };
      const accompanied = predictionId === null ? {} : { predictionId };
      const index = options.indexOf(choice);
      digest.update(`${canonicalJson({ ...forecast, ...accompanied, probabilities, choice: index })}\n`);
      scores++;
    },
    end: (): Pick<ArchivedEvents, "scores" | "scores_sha256"> => ({
      scores,
      scores_sha256: digest.digest("hex"),
    }),
  };
}
