"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SignedBar } from "#components/ui/signed-bar.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { Observation } from "#lib/contract/request.ts";
import { formatDifference } from "#lib/format.ts";
import { describeShownWorths } from "./describe-score.ts";
import { describeObservation } from "./used-observations.tsx";

interface WorthPanelProps {
  readonly requestId: string;
  readonly context: readonly Observation[];
  readonly file: string;
}

const MAX_SHOWN = 12;

/** Shows by how much each observation changed the score; nothing while the forecast has no score. */
export function WorthPanel({ requestId, context, file }: WorthPanelProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.worthOf.queryOptions({ requestId }));
  if (data === null) return null;
  if (!data.measured) return <Panel title="Worth of the observations">Not computed. {data.reason}</Panel>;
  const rows = data.worths
    .map((worth, observation) => ({ observation, worth }))
    .sort((a, b) => Math.abs(b.worth ?? 0) - Math.abs(a.worth ?? 0))
    .slice(0, MAX_SHOWN)
    .sort((a, b) => (b.worth ?? 0) - (a.worth ?? 0));
  const largest = Math.max(Number.MIN_VALUE, ...rows.map(({ worth }) => Math.abs(worth ?? 0)));
  return (
    <Panel title="Worth of the observations" aside={<a href={file}>Download CSV</a>}>
      <p>
        The log score without the observation minus the log score with it, in nats. Above 0, the observation improved
        the forecast; below 0, it worsened the forecast.
        {describeShownWorths(rows.length, context.length)}
      </p>
      <DataTable
        label="Worth of each observation"
        rows={rows}
        keyOf={({ observation }) => observation}
        fold="named"
        columns={[
          { name: "No.", isNumber: true, show: ({ observation }) => observation + 1 },
          {
            name: "Observation",
            isName: true,
            isText: true,
            show: ({ observation }) => describeObservation(context[observation]),
          },
          {
            name: "Worth (nats)",
            isNumber: true,
            show: ({ worth }) => (worth === null ? "no answer without it" : formatDifference(worth)),
          },
          {
            name: "Worse or better",
            width: "30%",
            show: ({ worth }) => worth !== null && <SignedBar share={worth / largest} />,
          },
        ]}
      />
    </Panel>
  );
}
