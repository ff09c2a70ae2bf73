import type { Outputs } from "#components/frame/trpc.ts";
import { Facts } from "#components/ui/facts.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { formatCount } from "#lib/format.ts";

type Status = Outputs["system"]["status"];

const MODEL = {
  ready: <State tone="good">Ready</State>,
  loading: <State tone="warn">Loading: it answers with MODEL_NOT_READY</State>,
  offline: <State tone="bad">Offline: it answers with MODEL_OFFLINE</State>,
  unclear: <State tone="warn">Unclear: its server does not say. Requests are tried</State>,
};

const DATABASE = {
  ready: <State tone="good">Records</State>,
  unavailable: <State tone="bad">Unavailable: nothing is answered</State>,
  disk_nearly_full: <State tone="bad">Disk nearly full: nothing is answered</State>,
  disk_full: <State tone="bad">Disk full: nothing is answered</State>,
  folder_missing: <State tone="bad">Data folder missing: nothing is answered</State>,
  locked: <State tone="bad">Audit log locked by another session: nothing is answered</State>,
  read_only: <State tone="bad">Read-only: nothing is answered</State>,
  not_answering: <State tone="bad">Not answering: nothing is answered</State>,
};

const LIMITS = {
  memory: "in this process",
  redis: <State tone="good">in Redis, for all processes</State>,
  memory_redis_not_answering: <State tone="warn">in this process: Redis does not answer</State>,
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
      <Facts
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
            value: `${load.taken} of ${formatCount(load.places)} places taken, ${load.waiting} of ${formatCount(load.mayWait)} waiting`,
          },
        ]}
      />
    </Panel>
  );
}
