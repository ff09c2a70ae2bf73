import { DescriptionList } from "#components/ui/description-list.tsx";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { LanguageTrace } from "#lib/trace/read-language-trace.ts";

const METHODS = { verbalised: "probabilities stated in the answer", logprobs: "probabilities of the first token" };

export function SamplesAsked({ trace }: { readonly trace: LanguageTrace }) {
  const { method, samples, orders, rejected, normalised, spread, kept, cold_start: coldStart } = trace;
  return (
    <>
      <p>
        The language model was called {samples === 1 ? "once" : `${samples} times`}, with {countOf(orders, "order")} of
        the options. Each call included all observations. The result is the mean of the answers in log space
        {method === "verbalised" && ", shrunk towards equal probabilities if the answers disagree"}.
      </p>
      <DescriptionList
        items={[
          { name: "Method", value: METHODS[method] },
          { name: "Answers used", value: `${samples - rejected.length} of ${samples}` },
          ...rejected.map(({ sample, reason }) => ({ name: `Answer ${sample + 1} was excluded`, value: reason })),
          ...normalised.map(({ sample, percent }) => ({
            name: `Answer ${sample + 1} was normalised`,
            value: `the probabilities added up to ${percent} %`,
          })),
          {
            name: "Spread between answers",
            value: spread === null ? "unknown: there is only one answer" : formatSpread(spread),
          },
          { name: "Distance from equal probabilities", value: `${formatPercent(kept)} kept after shrinkage` },
          {
            name: "Cold start",
            value: coldStart === null ? "unknown: the model server does not report cold starts" : formatYes(coldStart),
          },
        ]}
      />
    </>
  );
}

/** The spread measures how sensitive the model is to chance and to option order, not how accurate the model is. */
function formatSpread(spread: number): string {
  return `${spread.toFixed(3)} (mean Jensen–Shannon distance; 0: identical answers, 1: no overlap)`;
}

function formatYes(value: boolean): string {
  return value ? "yes" : "no";
}
