import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatCount, formatDay, visible } from "#lib/format.ts";
import type { Distribution } from "#lib/stats/distribution.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface Answer {
  readonly option: string;
  readonly probabilities: Distribution;
  readonly labels: OptionLabels;
  readonly asOf: string;
  readonly resolvesAt: string;
}

export function describeAnswer({ option, probabilities, labels, asOf, resolvesAt }: Answer): string {
  const chance = formatPercent(probabilities[option] ?? 0);
  return `With information up to ${formatDay(asOf)}, “${nameOption(option, labels)}” has a probability of ${chance}. The question resolves on ${formatDay(resolvesAt)}.`;
}

interface Source {
  readonly name: string;
  readonly weight: number;
  readonly last: { readonly at: string; readonly probabilities: Distribution };
}

/** Returns the latest probability of the option in a source, and the source's share of the answer. */
export function describeShare({ name, weight, last }: Source, option: string): string {
  return `${visible(name)}: ${formatPercent(last.probabilities[option] ?? 0)} on ${formatDay(last.at)}, weight ${formatPercent(weight)}.`;
}

/** Says where the forecast is recorded, and how to check it. */
export function describeProof({ seq, hash }: { readonly seq: number; readonly hash: string }): string {
  return `Event ${formatCount(seq)} of the audit log, with the hash ${hash}. Its proof can be downloaded under “Provenance” on the page of the forecast.`;
}
