"use client";

import { Alert, SimpleGrid, Text } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ForecastTable } from "#components/forecasts/forecast-table.tsx";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { ReadinessPanel } from "#components/settings/readiness-panel.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { OVERVIEW_FORECASTS, OVERVIEW_HOURS, OVERVIEW_QUEUE } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { OutcomesPanel } from "./outcomes-panel.tsx";
import { YourQueue } from "./your-queue.tsx";

const EVERY_MS = 15_000;

/** The reader's queue, the state of the gateway, its latest answers and refusals. */
export function OverviewScreen({ memberId }: { readonly memberId: string }) {
  const trpc = useTRPC();
  const options = trpc.system.status.queryOptions({ hours: OVERVIEW_HOURS });
  const { data: status } = useSuspenseQuery(options);
  const { isError } = useQuery({ ...options, refetchInterval: EVERY_MS });
  const { data: latest } = useSuspenseQuery(trpc.forecasts.list.queryOptions({ limit: OVERVIEW_FORECASTS }));
  const { data: mine } = useSuspenseQuery(trpc.submissions.list.queryOptions({ authorId: memberId }));
  const { data: queue } = useSuspenseQuery(trpc.reviews.queue.queryOptions(OVERVIEW_QUEUE));
  return (
    <Page title="Overview">
      {isError && (
        <Alert title="The gateway does not answer" color="bad" role="alert" mb="md">
          This page shows older data. It tries again every {EVERY_MS / 1000} seconds.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={{ base: "lg", md: 48 }} mb="xl">
        <div>
          <YourQueue queue={queue} mine={mine.submissions} />
        </div>
        <div>
          <ReadinessPanel status={status} />
        </div>
      </SimpleGrid>
      <Panel title="Latest forecasts" aside={latest.forecasts.length > 0 && <NotVerified />}>
        {latest.forecasts.length === 0 ? (
          <p>
            None yet. <code>npm run predict -- examples/binary.json</code> makes the first one, with a shipped example
            that is already approved.
          </p>
        ) : (
          <>
            <ForecastTable forecasts={latest.forecasts} />
            <Text pt="sm">
              <Link href={routes.forecasts()}>All forecasts</Link>
            </Text>
          </>
        )}
      </Panel>
      <OutcomesPanel outcomes={status.outcomes} hours={OVERVIEW_HOURS} />
    </Page>
  );
}
