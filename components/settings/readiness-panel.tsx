import { DescriptionList } from "#components/ui/description-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { itemOfTokens } from "#lib/domain/token-usage.ts";
import { formatCount } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { DATABASE_STATES, MODEL_STATES } from "./readiness-states.tsx";

type Status = Outputs["system"]["status"];

const LIMITS = {
  memory: "counted per process",
  redis: <StatusBadge tone="good">counted in Redis for all processes</StatusBadge>,
  memory_redis_not_answering: <StatusBadge tone="warn">counted per process: Redis is not responding</StatusBadge>,
};

const DURABILITY = {
  none: <StatusBadge tone="warn">a database crash may lose events</StatusBadge>,
  process: "survives a crash, not a power failure",
  power: "survives a power failure",
};
const KINDS = { embedded: "embedded (PGlite)", postgresql: "PostgreSQL" };

export function ReadinessPanel({ status }: { readonly status: Status }) {
  const { readiness, release, modelVersion, modelServer, modelSince, adapter, database, load, limits } = status;
  return (
    <Panel title="Status">
      <DescriptionList
        items={[
          { name: "Model", value: MODEL_STATES[readiness.model] },
          ...(modelSince === null ? [] : [{ name: "Model status since", value: <TimeText at={modelSince} /> }]),
          { name: "Release", value: release },
          ...describeModel({ adapter, server: modelServer, version: modelVersion, load }),
          { name: "Database", value: DATABASE_STATES[readiness.database] },
          { name: "Database type", value: KINDS[database] },
          { name: "Durability", value: DURABILITY[readiness.durability] },
          { name: "Rate limits", value: LIMITS[readiness.limits] },
          ...(adapter === "llm" ? [itemOfTokens(limits.tokens, "MODEL_MONTHLY_TOKENS")] : []),
        ]}
      />
    </Panel>
  );
}

type Candidate = NonNullable<Status["candidate"]>;

const CANDIDATE_STATES = {
  ready: <StatusBadge tone="good">Ready</StatusBadge>,
  loading: <StatusBadge tone="warn">Loading</StatusBadge>,
  offline: <StatusBadge tone="bad">Offline</StatusBadge>,
  refused: <StatusBadge tone="bad">API key refused by the model server</StatusBadge>,
  unclear: <StatusBadge tone="warn">Unknown: the model server reports no status</StatusBadge>,
};

/** The candidate never answers callers, so its state does not affect the readiness of the gateway. */
export function CandidatePanel({ candidate }: { readonly candidate: Candidate }) {
  const { readiness, adapter, share, tokens } = candidate;
  return (
    <Panel title="Candidate model" aside={<Link href={routes.candidate}>Comparison with the release</Link>}>
      <DescriptionList
        items={[
          { name: "Candidate", value: CANDIDATE_STATES[readiness] },
          { name: "Share of questions", value: formatPercent(share) },
          ...describeModel(candidate),
          ...(adapter === "llm" ? [itemOfTokens(tokens, "CANDIDATE_MODEL_MONTHLY_TOKENS")] : []),
        ]}
      />
    </Panel>
  );
}

/** A model server reports its version with its answers, so a shown version may be that of an earlier answer. */
function describeModel({ adapter, server, version, load }: Pick<Candidate, "adapter" | "server" | "version" | "load">) {
  return [
    {
      name: server === null ? "Model version" : "Last reported model version",
      value: version === null ? "known after the first answer" : <code>{version}</code>,
    },
    { name: "Adapter", value: server === null ? adapter : `${adapter}, ${server}` },
    {
      name: "Load",
      value: `${load.taken} of ${formatCount(load.slots)} slots in use, ${load.waiting} of ${formatCount(load.mayWait)} waiting`,
    },
  ];
}
