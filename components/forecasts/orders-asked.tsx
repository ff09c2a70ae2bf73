import { DescriptionList } from "#components/ui/description-list.tsx";
import { countOf } from "#lib/format.ts";
import type { LanguageTrace } from "./read-language-trace.ts";

const METHODS = { verbalised: "probabilities that it stated", logprobs: "the probabilities of its first token" };

/** How often a language model was asked, and how much its answers differ. */
export function OrdersAsked({ trace }: { readonly trace: LanguageTrace }) {
  const { method, orders, rejected, spread } = trace;
  return (
    <>
      <p>
        The model was called once for each of {countOf(orders, "order")} of the options, with all observations each
        time. The answer is the mean of its answers in log space.
      </p>
      <DescriptionList
        items={[
          { name: "Method", value: METHODS[method] },
          { name: "Answers used", value: `${orders - rejected.length} of ${orders}` },
          ...rejected.map(({ order, reason }) => ({ name: `Order ${order + 1} was excluded`, value: reason })),
          { name: "Spread between orders", value: spread === null ? "unknown: only one answer" : formatSpread(spread) },
        ]}
      />
    </>
  );
}

/** It says how much the place of an option moves this model, and nothing about whether the answer is right. */
function formatSpread(spread: number): string {
  return `${spread.toFixed(3)} (mean Jensen–Shannon distance; 0: the same whatever the order, 1: nothing in common)`;
}
