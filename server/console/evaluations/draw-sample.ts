import { sampleSize } from "#lib/domain/evaluations.ts";
import { sha256 } from "#server/base/digest.ts";
import type { Evaluation } from "./read-evaluation.ts";

/**
 * Returns the indexes of the cases that a reviewer must read, in file order. Draws the cases with the smallest SHA-256
 * of file digest, evaluation id, reviewer id and index. The sample is reproducible, but the author of the file cannot
 * predict the sample, because the evaluation id is generated after the upload.
 */
export function drawSample({ id, dataDigest, cases }: Evaluation, reviewerId: string): readonly number[] {
  const drawn = Array.from({ length: cases }, (_, index) => ({
    index,
    rank: sha256(JSON.stringify([dataDigest, id, reviewerId, index])).toString("hex"),
  }));
  return drawn
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, sampleSize(cases))
    .map(({ index }) => index)
    .sort((one, other) => one - other);
}
