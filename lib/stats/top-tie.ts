import { type Distribution, probabilityOf } from "./distribution.ts";
import { probabilityOrder } from "./order-options.ts";

/**
 * The options that share the highest probability exactly (no tolerance), by UTF-16 code units: empty where one option
 * alone has it. The first of them is the `choice`.
 */
export function topTie(distribution: Distribution): string[] {
  const order = probabilityOrder(distribution);
  const [first] = order;
  if (first === undefined) return [];
  const highest = probabilityOf(distribution, first);
  const tied = order.filter((option) => probabilityOf(distribution, option) === highest);
  return tied.length > 1 ? tied : [];
}
