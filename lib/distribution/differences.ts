import { type Distribution, haveSameOptions, probabilityOf } from "./distribution.ts";

export interface Difference {
  readonly option: string;
  readonly from: number;
  readonly to: number;
  /** `to` − `from`, −1..1. */
  readonly difference: number;
}

/**
 * How each option moved from one distribution to another, in the order of `from`'s keys. Throws a RangeError where the
 * options differ.
 */
export function differences(from: Distribution, to: Distribution): Difference[] {
  if (!haveSameOptions(from, to)) throw new RangeError("the distributions have different options");
  return Object.keys(from).map((option) => {
    const [before, after] = [probabilityOf(from, option), probabilityOf(to, option)];
    return { option, from: before, to: after, difference: after - before };
  });
}
