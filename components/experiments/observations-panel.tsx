import { useSuspenseQuery } from "@tanstack/react-query";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { formatDistance } from "#lib/stats/format-percent.ts";
import { describeObservation } from "./describe-observation.ts";

interface ObservationsPanelProps {
  readonly submissionId: string;
  readonly context: PredictionRequest["input"]["context"];
}

export function ObservationsPanel({ submissionId, context }: ObservationsPanelProps) {
  const trpc = useTRPC();
  const { data: influence } = useSuspenseQuery(trpc.experiments.influence.queryOptions({ submissionId }));
  return (
    <Panel title="Observations">
      <p>
        {influence.ok
          ? "Influence: the change in the answer to the approved input if the observation is left out (total variation distance, computed exactly by the embedded model). Influence is not a forecast and is not recorded."
          : `Influence is available only for an approved input of the embedded model. ${influence.reason}`}
      </p>
      <DataTable
        label="Observations of the submission"
        rows={context}
        keyOf={(_, index) => index}
        columns={[
          { name: "No.", isName: true, isNumber: true, show: (_, index) => index + 1 },
          { name: "Observed", width: 180, show: ({ observed_at: at }) => <TimeText exact at={at} /> },
          { name: "Content", show: (observation) => describeObservation(observation) },
          ...(influence.ok
            ? [
                {
                  name: "Influence",
                  isNumber: true,
                  show: (_: unknown, index: number) => sayInfluence(influence.observations[index]),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function sayInfluence(size: number | null | undefined): string {
  if (size === undefined) return "–";
  return size === null ? "no answer without this observation" : formatDistance(size);
}
