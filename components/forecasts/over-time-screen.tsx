"use client";

import { Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { NotVerified } from "./not-verified.tsx";
import { OverTime } from "./over-time.tsx";

interface OverTimeScreenProps {
  readonly taskId: string;
  readonly release: string | undefined;
}

export function OverTimeScreen({ taskId, release }: OverTimeScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.overTime.queryOptions({ taskId, release }));
  return (
    <Page
      title={<span style={{ whiteSpace: "pre-line" }}>{visible(data.instructions)}</span>}
      about={
        <>
          Forecasts over time. Resolution date: <TimeText exact at={data.resolvesAt} />.{" "}
          <Link href={routes.forecasts({ task: taskId, release })}>All forecasts of this question</Link>
        </>
      }
    >
      <Panel title="Probability by information cutoff" aside={<NotVerified />}>
        <OverTime forecasts={data}>
          <Text c="dimmed" size="sm">
            Probabilities are in percent. Only the points are forecasts; the lines between points are a visual aid. A
            dashed vertical line marks a new model version.
          </Text>
        </OverTime>
      </Panel>
    </Page>
  );
}
