"use client";

import { Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { OverTime } from "#components/forecasts/over-time.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

export function ForecastsOverTime({ taskId }: { readonly taskId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.overTime.queryOptions({ taskId }));
  return (
    <Panel title="Forecasts over time" aside={<NotVerified />}>
      <OverTime forecasts={data}>
        <Text size="sm">
          <Link href={routes.forecasts({ task: taskId })}>All forecasts of this question</Link>
        </Text>
      </OverTime>
    </Panel>
  );
}
