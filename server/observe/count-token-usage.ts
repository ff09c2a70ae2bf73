import { Counter, type Registry } from "prom-client";
import type { EventContent } from "#server/audit/log/event.ts";

/**
 * Adds the metrics of language models to the registry. Returns the function that counts the usage of an event, which is
 * called before the event is recorded: the tokens were spent even if recording fails.
 */
export function createUsageCounter(registry: Registry): (event: EventContent) => void {
  const registers = [registry];
  const tokens = new Counter({
    name: "gateway_model_tokens_total",
    help: "Tokens of language models by purpose and kind: input (not cached), cached_input, output",
    labelNames: ["purpose", "kind"],
    registers,
  });
  const cost = new Counter({
    name: "gateway_model_cost_total",
    help: "Cost of language models by purpose and currency, at the configured prices",
    labelNames: ["purpose", "currency"],
    registers,
  });
  return (event) => {
    if (!("usage" in event) || event.usage === undefined) return;
    const [purpose = ""] = event.kind.split(".");
    const { input_tokens, cached_input_tokens, output_tokens, cost: spent } = event.usage;
    tokens.inc({ purpose, kind: "input" }, input_tokens - cached_input_tokens);
    tokens.inc({ purpose, kind: "cached_input" }, cached_input_tokens);
    tokens.inc({ purpose, kind: "output" }, output_tokens);
    if (spent !== undefined) cost.inc({ purpose, currency: spent.currency }, spent.amount);
  };
}
