import { formatPercent } from "#lib/stats/format-percent.ts";
import { topTie } from "#lib/stats/order-options.ts";

interface Result {
  readonly choice: string;
  readonly probabilities: Readonly<Record<string, number>>;
}

/** What the bars show, in a sentence or two. */
export function describeDistribution({ choice, probabilities }: Result): string {
  const count = Object.keys(probabilities).length;
  const top = formatPercent(probabilities[choice] ?? 0);
  const tied = topTie(probabilities);
  if (tied.length === 0) return `The most probable of ${count} options.`;
  if (tied.length === count) {
    return `All ${count} options tie exactly, with ${top} each. The answer’s choice, “${choice}”, is merely the first by name.`;
  }
  const names = tied.map((option) => `“${option}”`).join(", ");
  return `Of ${count} options, ${names} tie exactly at the top, with ${top} each. The answer’s choice, “${choice}”, is merely the first of them by name.`;
}
