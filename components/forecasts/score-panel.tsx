"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { type Criteria, fullOptionLabels, nameOption } from "#lib/domain/option-label.ts";
import { formatScore } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface ScorePanelProps {
  readonly requestId: string;
  readonly taskId: string;
  readonly criteria: Criteria;
}

export function ScorePanel({ requestId, taskId, criteria }: ScorePanelProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.scoreOf.queryOptions({ requestId }));
  if (!data.scored) {
    return (
      <Panel title="Outcome and score">
        Not scored. {data.message} <Link href={routes.question(taskId)}>Go to question</Link>
      </Panel>
    );
  }
  return (
    <Panel title="Outcome and score">
      <DescriptionList
        items={[
          { name: "Outcome", value: <strong>{nameOption(data.option, fullOptionLabels(criteria))}</strong> },
          { name: "Decided at", value: <TimeText exact at={data.happenedAt} /> },
          { name: "Counted in the track record from", value: <TimeText exact at={data.countsFrom} /> },
          { name: "Probability of the outcome", value: formatPercent(data.probability) },
          { name: "Brier score (0 to 2)", value: formatScore(data.brier) },
          { name: "Log score (nats)", value: formatScore(data.log) },
          ...(data.rps === null ? [] : [{ name: "Ranked probability score (0 to 1)", value: formatScore(data.rps) }]),
        ]}
      />
    </Panel>
  );
}
