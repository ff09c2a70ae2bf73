import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";

type LanguageModel = NonNullable<Outputs["system"]["status"]["languageModel"]>;

const METHODS = {
  verbalised: "verbalised: it states a probability for every option (MODEL_METHOD)",
  logprobs: "logprobs: token probabilities of its first token (MODEL_METHOD)",
};

const TIMES = {
  server: "reported by its server (MODEL_TIMING)",
  observed: "observed: all waiting counts as inference (MODEL_TIMING)",
};

/** Configuration of the language model and capabilities of its server. Missing required capabilities are marked. */
export function LanguagePanel({ model }: { readonly model: LanguageModel }) {
  const { name, method, timing, listed, strictSchema, logprobs, timings } = model;
  const { samples, parallel, temperature, maxTokens, reasoning, extraBody, headers, ownPrompt } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        items={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Method", value: METHODS[method] },
          { name: "Timing", value: TIMES[timing] },
          {
            name: "Calls for a forecast",
            value: `${samples ?? "as many as options"} (MODEL_SAMPLES), ${parallel} at once (MODEL_PARALLEL)`,
          },
          { name: "Temperature", value: `${temperature ?? "not sent"} (MODEL_TEMPERATURE)` },
          { name: "Token limit", value: `${maxTokens ?? "not sent"} (MODEL_MAX_TOKENS)` },
          { name: "Reasons before numbers", value: `${reasoning ? "yes" : "no"} (MODEL_REASONING)` },
          { name: "System prompt", value: ownPrompt ? "your own (MODEL_PROMPT_FILE)" : "built in (MODEL_PROMPT_FILE)" },
          ...namesItem("Further members of calls", extraBody, "MODEL_EXTRA_BODY"),
          ...namesItem("Further headers", headers, "MODEL_HEADERS"),
          { name: "Listed by its server", value: <Ability can={listed} needed /> },
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

function Ability({ can, needed }: { readonly can: boolean | null; readonly needed: boolean }) {
  if (can === null) return <StatusBadge tone="off">unknown</StatusBadge>;
  if (can) return <StatusBadge tone="good">yes</StatusBadge>;
  return needed ? <StatusBadge tone="bad">no, but required</StatusBadge> : <StatusBadge tone="off">no</StatusBadge>;
}
