"use client";

import { Alert, Grid, Group, Stack } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { NoticePanel } from "#components/notices/notice-panel.tsx";
import { DATABASE_STATES, MODEL_STATES } from "#components/settings/readiness-states.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { OVERVIEW } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";
import { FirstSteps } from "./first-steps.tsx";
import { YourQueue } from "./your-queue.tsx";

const EVERY_MS = 15_000;

export function OverviewScreen() {
  const trpc = useTRPC();
  const options = trpc.system.status.queryOptions(OVERVIEW.status);
  const { data: status } = useSuspenseQuery(options);
  const { isError } = useQuery({ ...options, refetchInterval: EVERY_MS });
  const { data: work } = useSuspenseQuery(trpc.submissions.ownWork.queryOptions());
  const { data: queue } = useSuspenseQuery({
    ...trpc.reviews.queue.queryOptions(OVERVIEW.queue),
    refetchInterval: 2 * EVERY_MS,
  });
  const { data: outcomes } = useSuspenseQuery(trpc.outcomes.list.queryOptions(OVERVIEW.outcomes));
  const { data: evaluations } = useSuspenseQuery(trpc.evaluations.waiting.queryOptions());
  return (
    <Page title="Overview">
      {isError && (
        <Alert title="The gateway is not responding" color="bad" role="alert" mb="md">
          The data on this page is out of date. The page retries every {EVERY_MS / 1000} seconds.
        </Alert>
      )}
      <Stack gap={16}>
        {!work.hasForecast && <FirstSteps latest={work.latest} />}
        <Grid gap={16}>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <YourQueue queue={queue} work={work} outcomes={outcomes.questions} evaluations={evaluations} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <NoticePanel />
          </Grid.Col>
        </Grid>
        <SystemLine status={status} />
      </Stack>
    </Page>
  );
}

interface SystemLineProps {
  readonly status: Outputs["system"]["status"];
}

function SystemLine({ status }: SystemLineProps) {
  const { readiness, release, load, outcomes, sendsMail } = status;
  const sum = (counts: typeof outcomes.counts) => counts.reduce((total, { count }) => total + count, 0);
  const total = sum(outcomes.counts);
  const answered = sum(outcomes.counts.filter(({ code }) => code === null));
  return (
    <Group component="section" aria-label="System" className="panel" gap="4px 20px" py={12} fz="sm" c="dimmed">
      <span>Model {MODEL_STATES[readiness.model]}</span>
      <span>Audit log {DATABASE_STATES[readiness.database]}</span>
      <span>{release}</span>
      <span>
        {formatCount(load.taken)} of {formatCount(load.slots)} slots in use
      </span>
      <span>
        Requests in the last {OVERVIEW.status.hours} hours: {formatCount(answered)} answered,{" "}
        <Link href={routes.auditLog()}>{formatCount(total - answered)} refused or failed</Link>
      </span>
      <Permitted to="administer">
        {!sendsMail && <span>Nobody is told by e-mail, because SMTP_URL is not set</span>}
      </Permitted>
      <Link href={routes.system}>System</Link>
    </Group>
  );
}
