import { DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Observation } from "#lib/contract/request.ts";
import { visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { PoolTrace } from "#lib/trace/read-trace.ts";

interface UsedObservationsProps {
  readonly trace: PoolTrace;
  readonly context: readonly Observation[];
}

export function UsedObservations({ trace, context }: UsedObservationsProps) {
  const rows = [
    ...trace.used.map(({ observation, weight }) => ({ observation, weight: formatWeight(weight) })),
    ...trace.ignored.map(({ observation, reason }) => ({ observation, weight: `not used: ${reason}` })),
  ].sort((a, b) => a.observation - b.observation);
  return (
    <DataTable
      label="Weights of the observations"
      rows={rows}
      keyOf={({ observation }) => observation}
      fold="named"
      columns={[
        { name: "No.", isNumber: true, show: ({ observation }) => observation + 1 },
        {
          name: "Observation",
          isName: true,
          show: ({ observation }) => (
            // Breaks long words, which would otherwise push the Weight column out of view.
            <span style={{ overflowWrap: "anywhere" }}>{describeObservation(context[observation])}</span>
          ),
        },
        {
          name: "Observed",
          show({ observation }) {
            const at = context[observation]?.observed_at;
            return at !== undefined && <TimeText exact at={at} />;
          },
        },
        { name: "Weight", show: ({ weight }) => weight },
      ]}
    />
  );
}

function formatWeight(weight: number): string {
  return weight >= 0 && weight <= 1 ? formatPercent(weight) : String(weight);
}

const MAX_SHOWN = 140;

/** Returns the text of an observation, or the kind and source of a structured observation. */
export function describeObservation(observation: Observation | undefined): string {
  if (observation === undefined) return "not part of the request";
  if (observation.type === "text") return cut(`“${visible(observation.text)}”`);
  const { kind, source, reference_class: referenceClass, series } = observation.data;
  const whose = [source, referenceClass, series].find((name) => typeof name === "string");
  const what = typeof kind === "string" ? kind : "structured";
  return cut(whose === undefined ? what : `${what}: ${visible(String(whose))}`);
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
}
