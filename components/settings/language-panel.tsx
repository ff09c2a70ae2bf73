import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";

type LanguageModel = NonNullable<Outputs["system"]["status"]["languageModel"]>;

const METHODS = {
  verbalised: "verbalised: the model writes a probability for every option (MODEL_METHOD)",
  logprobs: "logprobs: probabilities of the model’s first output token (MODEL_METHOD)",
};

const TIMES = {
  server: "server: reported by the model server (MODEL_TIMING)",
  observed: "observed: the whole wait for the model server counts as inference (MODEL_TIMING)",
};

/** Configuration of the language model and capabilities of its server. Missing required capabilities are marked. */
export function LanguagePanel({ model }: { readonly model: LanguageModel }) {
  const { name, method, timing, listed, strictSchema, logprobs, timings } = model;
  const { samples, parallel, temperature, maxTokens, reasoning, extraBody, headers, ownPrompt, prices } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        items={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Method", value: METHODS[method] },
          { name: "Timing", value: TIMES[timing] },
          {
            name: "Calls per forecast",
            value: `${samples ?? "one per option"} (MODEL_SAMPLES), ${parallel} in parallel (MODEL_PARALLEL)`,
          },
          { name: "Temperature", value: `${temperature ?? "not sent"} (MODEL_TEMPERATURE)` },
          { name: "Token limit", value: `${maxTokens ?? "not sent"} (MODEL_MAX_TOKENS)` },
          { name: "Reasoning before the answer", value: `${reasoning ? "yes" : "no"} (MODEL_REASONING)` },
          { name: "System prompt", value: ownPrompt ? "custom (MODEL_PROMPT_FILE)" : "built in (MODEL_PROMPT_FILE)" },
          ...namesItem("Additional request fields", extraBody, "MODEL_EXTRA_BODY"),
          ...namesItem("Additional headers", headers, "MODEL_HEADERS"),
          { name: "Price per million tokens", value: describePrices(prices) },
          { name: "Listed by the model server", value: <Ability can={listed} needed /> },
          {
            name: "Supports a strict schema",
            value: <Ability can={strictSchema} needed={method === "verbalised"} />,
          },
          { name: "Supports logprobs", value: <Ability can={logprobs} needed={method === "logprobs"} /> },
          { name: "Reports timing", value: <Ability can={timings} needed={timing === "server"} /> },
        ]}
      />
    </Panel>
  );
}

function namesItem(name: string, names: readonly string[], variable: string) {
  return names.length === 0 ? [] : [{ name, value: `${names.join(", ")} (${variable})` }];
}

function describePrices(prices: LanguageModel["prices"]): string {
  if (prices === null) return "not set (MODEL_PRICE_INPUT, MODEL_PRICE_OUTPUT)";
  const { input, cachedInput, output, currency } = prices;
  return `input ${input}, cached input ${cachedInput}, output ${output} ${currency} (MODEL_PRICE_…)`;
}

function Ability({ can, needed }: { readonly can: boolean | null; readonly needed: boolean }) {
  if (can === null) return <StatusBadge tone="off">unknown</StatusBadge>;
  if (can) return <StatusBadge tone="good">yes</StatusBadge>;
  return needed ? <StatusBadge tone="bad">no, but required</StatusBadge> : <StatusBadge tone="off">no</StatusBadge>;
}
