import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatCount } from "#lib/format.ts";
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
  const { readiness, release, modelVersion, modelServer, modelSince, adapter, database, load } = status;
  const fixed = modelServer === null;
  return (
    <Panel title="Status">
      <DescriptionList
        items={[
          { name: "Model", value: MODEL_STATES[readiness.model] },
          ...(modelSince === null ? [] : [{ name: "Model status since", value: <TimeText at={modelSince} /> }]),
          { name: "Release", value: release },
          {
            name: fixed ? "Model version" : "Last reported model version",
            value: modelVersion === null ? "known after the first forecast" : <code>{modelVersion}</code>,
          },
          { name: "Adapter", value: modelServer === null ? adapter : `${adapter}, ${modelServer}` },
          { name: "Database", value: DATABASE_STATES[readiness.database] },
          { name: "Database type", value: KINDS[database] },
          { name: "Durability", value: DURABILITY[readiness.durability] },
          { name: "Rate limits", value: LIMITS[readiness.limits] },
          {
            name: "Load",
            value: `${load.taken} of ${formatCount(load.slots)} slots in use, ${load.waiting} of ${formatCount(load.mayWait)} waiting`,
          },
        ]}
      />
    </Panel>
  );
}
