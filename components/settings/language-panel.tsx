import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";

type LanguageModel = NonNullable<Outputs["system"]["status"]["languageModel"]>;

const METHODS = {
  verbalised: "verbalised: it says a number for every option (MODEL_METHOD)",
  logprobs: "logprobs: the probabilities of its first token (MODEL_METHOD)",
};

const TIMES = {
  server: "as its server reports them (MODEL_TIMING)",
  observed: "observed: the whole wait for its answers counts as inference (MODEL_TIMING)",
};

/** How a language model is asked, and what its server was found to do. What the deployment cannot do without is marked. */
export function LanguagePanel({ model }: { readonly model: LanguageModel }) {
  const { name, method, timing, listed, strictSchema, logprobs, timings } = model;
  return (
    <Panel title="Language model">
      <DescriptionList
        facts={[
          { name: "Name", value: <code>{name}</code> },
          { name: "Method", value: METHODS[method] },
          { name: "Times", value: TIMES[timing] },
          { name: "In its server's list", value: <Ability can={listed} needed /> },
          {
            name: "Held to a strict schema",
            value: <Ability can={strictSchema} needed={method === "verbalised"} />,
          },
          { name: "Gives logprobs", value: <Ability can={logprobs} needed={method === "logprobs"} /> },
          { name: "Reports its times", value: <Ability can={timings} needed={timing === "server"} /> },
        ]}
      />
    </Panel>
  );
}

function Ability({ can, needed }: { readonly can: boolean | null; readonly needed: boolean }) {
  if (can === null) return <StatusBadge tone="off">not known yet</StatusBadge>;
  if (can) return <StatusBadge tone="good">yes</StatusBadge>;
  return needed ? <StatusBadge tone="bad">no, and it is needed</StatusBadge> : <StatusBadge tone="off">no</StatusBadge>;
}
