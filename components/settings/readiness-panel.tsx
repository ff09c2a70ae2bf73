import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatCount } from "#lib/format.ts";

type Status = Outputs["system"]["status"];

export const MODEL_STATES = {
  ready: <StatusBadge tone="good">Ready</StatusBadge>,
  loading: <StatusBadge tone="warn">Loading: requests fail with MODEL_NOT_READY</StatusBadge>,
  offline: <StatusBadge tone="bad">Offline: requests fail with MODEL_OFFLINE</StatusBadge>,
  refused: <StatusBadge tone="bad">Refused by the model server: requests fail with MODEL_NOT_READY</StatusBadge>,
  unclear: <StatusBadge tone="warn">Unknown: no call has been answered yet. Requests are still sent</StatusBadge>,
};

export const DATABASE_STATES = {
  ready: <StatusBadge tone="good">Writable</StatusBadge>,
  unavailable: <StatusBadge tone="bad">Unavailable: requests are refused</StatusBadge>,
  disk_nearly_full: <StatusBadge tone="bad">Disk nearly full: requests are refused</StatusBadge>,
  disk_full: <StatusBadge tone="bad">Disk full: requests are refused</StatusBadge>,
  folder_missing: <StatusBadge tone="bad">Data folder missing: requests are refused</StatusBadge>,
  history_lost: <StatusBadge tone="bad">Audit events are missing: requests are refused</StatusBadge>,
  locked: <StatusBadge tone="bad">Audit log locked by another session: requests are refused</StatusBadge>,
  read_only: <StatusBadge tone="bad">Read-only: requests are refused</StatusBadge>,
  not_answering: <StatusBadge tone="bad">Not responding: requests are refused</StatusBadge>,
};

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
