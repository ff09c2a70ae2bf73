"use client";

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ReadinessPanel } from "#components/settings/readiness-panel.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { OVERVIEW_FORECASTS, OVERVIEW_HOURS } from "#lib/console/page-query.ts";
import { OVERVIEW_QUEUE } from "#lib/console/review-query.ts";
import { LatestForecasts } from "./latest-forecasts.tsx";
import { OutcomesPanel } from "./outcomes-panel.tsx";
import styles from "./overview-screen.module.css";
import { YourQueue } from "./your-queue.tsx";

const EVERY_MS = 15_000;

/** Is the model ready, what is going on, what waits for me, what came out last. */
export function OverviewScreen({ memberId, role }: { readonly memberId: string; readonly role: string }) {
  const trpc = useTRPC();
  const options = trpc.system.status.queryOptions({ hours: OVERVIEW_HOURS });
  const { data: status } = useSuspenseQuery(options);
  const { isError } = useQuery({ ...options, refetchInterval: EVERY_MS });
  const latest = useSuspenseQuery(trpc.forecasts.list.queryOptions({ limit: OVERVIEW_FORECASTS }));
  const mine = useSuspenseQuery(trpc.submissions.list.queryOptions({ authorId: memberId }));
  const queue = useSuspenseQuery(trpc.reviews.queue.queryOptions(OVERVIEW_QUEUE));
  return (
    <Page>
      <PageHead title="Overview" />
      {isError && (
        <Alert title="The gateway does not answer" tone="bad" live>
          What you see is from before. It is asked again every {EVERY_MS / 1000} seconds.
        </Alert>
      )}
      <div className={styles.columns}>
        <ReadinessPanel status={status} />
        <YourQueue role={role} queue={queue.data} mine={mine.data.submissions} />
      </div>
      <OutcomesPanel outcomes={status.outcomes} hours={OVERVIEW_HOURS} />
      <LatestForecasts forecasts={latest.data.forecasts} />
    </Page>
  );
}
