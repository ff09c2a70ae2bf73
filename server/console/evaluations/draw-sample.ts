import { sampleSize } from "#lib/domain/evaluations.ts";
import { sha256 } from "#server/base/digest.ts";
import type { Evaluation } from "./read-evaluation.ts";

/**
 * Returns the indexes of the cases that a reviewer must read, in file order: those with the smallest SHA-256 of file
 * digest, evaluation id, reviewer id and index. The sample is reproducible, but the file's author cannot predict it,
 * because the evaluation id is generated after the upload.
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
