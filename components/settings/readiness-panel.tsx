import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatCount } from "#lib/format.ts";

type Status = Outputs["system"]["status"];

const MODEL = {
  ready: <StatusBadge tone="good">Ready</StatusBadge>,
  loading: <StatusBadge tone="warn">Loading: it answers with MODEL_NOT_READY</StatusBadge>,
  offline: <StatusBadge tone="bad">Offline: it answers with MODEL_OFFLINE</StatusBadge>,
  unclear: <StatusBadge tone="warn">Unclear: its server does not say. Requests are tried</StatusBadge>,
};

const DATABASE = {
  ready: <StatusBadge tone="good">Records</StatusBadge>,
  unavailable: <StatusBadge tone="bad">Unavailable: nothing is answered</StatusBadge>,
  disk_nearly_full: <StatusBadge tone="bad">Disk nearly full: nothing is answered</StatusBadge>,
  disk_full: <StatusBadge tone="bad">Disk full: nothing is answered</StatusBadge>,
  folder_missing: <StatusBadge tone="bad">Data folder missing: nothing is answered</StatusBadge>,
  locked: <StatusBadge tone="bad">Audit log locked by another session: nothing is answered</StatusBadge>,
  read_only: <StatusBadge tone="bad">Read-only: nothing is answered</StatusBadge>,
  not_answering: <StatusBadge tone="bad">Not answering: nothing is answered</StatusBadge>,
};

const LIMITS = {
  memory: "in this process",
  redis: <StatusBadge tone="good">in Redis, for all processes</StatusBadge>,
  memory_redis_not_answering: <StatusBadge tone="warn">in this process: Redis does not answer</StatusBadge>,
};

const SURVIVES = { process: "an end of the process, not a loss of power", power: "a loss of power" };
const KINDS = { embedded: "embedded (PGlite)", postgresql: "PostgreSQL" };

/** Can a prediction be answered now, by what, and how busy is it. */
export function ReadinessPanel({ status }: { readonly status: Status }) {
  const { readiness, release, modelVersion, modelServer, modelSince, languageModel, adapter, database, load } = status;
  // A language model's version is made here, and does not change while the gateway runs.
  const fixed = modelServer === null || languageModel !== null;
  return (
    <Panel title="Model and record">
      <DescriptionList
        facts={[
          { name: "Model", value: MODEL[readiness.model] },
          ...(modelSince === null ? [] : [{ name: "Since", value: <TimeText at={modelSince} /> }]),
          { name: "Release", value: release },
          {
            name: fixed ? "Exact version" : "Version last seen",
            value: modelVersion === null ? "known with its first answer" : <code>{modelVersion}</code>,
          },
          { name: "Adapter", value: modelServer === null ? adapter : `${adapter}, ${modelServer}` },
          { name: "Database", value: DATABASE[readiness.database] },
          { name: "Kind", value: KINDS[database] },
          { name: "A record survives", value: SURVIVES[readiness.durability] },
          { name: "Requests are counted", value: LIMITS[readiness.limits] },
          {
            name: "Load",
            value: `${load.taken} of ${formatCount(load.slots)} slots taken, ${load.waiting} of ${formatCount(load.mayWait)} waiting`,
          },
        ]}
      />
    </Panel>
  );
}
