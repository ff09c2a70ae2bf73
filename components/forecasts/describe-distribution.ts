import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { topTie } from "#lib/stats/order-options.ts";

interface Result {
  readonly choice: string;
  readonly probabilities: Readonly<Record<string, number>>;
}

export function describeDistribution({ choice, probabilities }: Result, labels: OptionLabels): string {
  const name = (option: string) => `“${nameOption(option, labels)}”`;
  const count = Object.keys(probabilities).length;
  const top = formatPercent(probabilities[choice] ?? 0);
  const tied = topTie(probabilities);
  if (tied.length === 0) return `The most probable of ${count} options.`;
  if (tied.length === count) {
    return `All ${count} options tie exactly, with ${top} each. The answer’s choice, ${name(choice)}, is merely the first by id.`;
  }
  const names = tied.map(name).join(", ");
  return `Of ${count} options, ${names} tie exactly at the top, with ${top} each. The answer’s choice, ${name(choice)}, is merely the first of them by id.`;
}
