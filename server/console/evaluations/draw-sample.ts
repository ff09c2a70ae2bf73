import { sampleSize } from "#lib/domain/evaluations.ts";
import { sha256 } from "#server/base/digest.ts";
import type { Evaluation } from "./read-evaluation.ts";

/**
 * The indexes of the cases that a reviewer must read, in the order of the file: those whose SHA-256, of the file's digest,
 * the evaluation, the reviewer and the index, is the least. Anybody can draw the same again; who wrote the file could not
 * know it, for the evaluation's id is made after the file.
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
