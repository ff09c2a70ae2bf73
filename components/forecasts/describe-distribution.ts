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
    return `All ${count} options have the same probability, ${top}. The chosen option, ${name(choice)}, is the first by ID.`;
  }
  const names = tied.map(name).join(", ");
  return `Of ${count} options, ${names} have the same highest probability, ${top}. The chosen option, ${name(choice)}, is the first of these options by ID.`;
}
