"use client";

import { Group, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { OverTime } from "#components/forecasts/over-time.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { QuestionPage } from "./question-page.tsx";

export function OverTimeScreen({ taskId, release }: { readonly taskId: string; readonly release: string | undefined }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.overTime.queryOptions({ taskId, release }));
  return (
    <QuestionPage question={{ ...data, taskId }} tab="Over time">
      <Panel title="Probability by information cutoff" aside={<NotVerified />}>
        <OverTime forecasts={data}>
          <Group gap="md" fz="sm">
            <Text c="dimmed" fz="inherit" flex="1 1 320px">
              Probabilities are in percent. Only the points are forecasts; the lines between points are a visual aid. A
              dashed vertical line marks a new model version.
            </Text>
            <Link href={routes.forecasts({ task: taskId, release })}>All forecasts of this question</Link>
          </Group>
        </OverTime>
      </Panel>
    </QuestionPage>
  );
}
