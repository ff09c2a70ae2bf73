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

/** How a language model is called, and what its server supports. What is required and missing is marked. */
export function LanguagePanel({ model }: { readonly model: LanguageModel }) {
  const { name, method, timing, listed, strictSchema, logprobs, timings } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        items={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Method", value: METHODS[method] },
          { name: "Timing", value: TIMES[timing] },
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

function Ability({ can, needed }: { readonly can: boolean | null; readonly needed: boolean }) {
  if (can === null) return <StatusBadge tone="off">unknown</StatusBadge>;
  if (can) return <StatusBadge tone="good">yes</StatusBadge>;
  return needed ? <StatusBadge tone="bad">no, but required</StatusBadge> : <StatusBadge tone="off">no</StatusBadge>;
}
