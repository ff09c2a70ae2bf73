import { DescriptionList } from "#components/ui/description-list.tsx";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { LanguageTrace } from "#lib/trace/read-language-trace.ts";

const METHODS = { verbalised: "probabilities that it stated", logprobs: "the probabilities of its first token" };

/** Number of calls of a language model, and the spread of its answers. */
export function SamplesAsked({ trace }: { readonly trace: LanguageTrace }) {
  const { method, samples, orders, rejected, normalised, spread, kept, cold_start: coldStart } = trace;
  return (
    <>
      <p>
        The model was called {samples === 1 ? "once" : `${samples} times`}, in {countOf(orders, "order")} of the
        options, with all observations each time. The answer is the mean of its answers in log space
        {method === "verbalised" && ", moved towards equal probabilities where they disagree"}.
      </p>
      <DescriptionList
        items={[
          { name: "Method", value: METHODS[method] },
          { name: "Answers used", value: `${samples - rejected.length} of ${samples}` },
          ...rejected.map(({ sample, reason }) => ({ name: `Answer ${sample + 1} was excluded`, value: reason })),
          ...normalised.map(({ sample, percent }) => ({
            name: `Answer ${sample + 1} was normalised`,
            value: `its numbers sum to ${percent} %`,
          })),
          {
            name: "Spread between answers",
            value: spread === null ? "unknown: only one answer" : formatSpread(spread),
          },
          { name: "Kept after shrinkage", value: `${formatPercent(kept)} of the distance from equal probabilities` },
          {
            name: "Cold start",
            value: coldStart === null ? "unknown: the server does not report it" : formatYes(coldStart),
          },
        ]}
      />
    </>
  );
}

/** The spread shows how sensitive this model is to chance and option order; it says nothing about accuracy. */
function formatSpread(spread: number): string {
  return `${spread.toFixed(3)} (mean Jensen–Shannon distance; 0: all the same, 1: nothing in common)`;
}

function formatYes(value: boolean): string {
  return value ? "yes" : "no";
}
