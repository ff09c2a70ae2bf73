import { countOf } from "#lib/format.ts";

/** Says why the reader has nothing to do. `waiting`: submissions in the review queue that the reader did not write. */
export function describeIdle(waiting: number): string {
  return waiting > 0
    ? `Nothing needs your action. In the review queue, other members can decide ${countOf(waiting, "submission")}.`
    : "No submission, outcome or evaluation needs your action.";
}
