"use client";

import { Alert, Grid, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import {
  IconClipboardCheck,
  IconConfetti,
  IconFlagQuestion,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
} from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { NoticePanel } from "#components/notices/notice-panel.tsx";
import { DATABASE_STATES, MODEL_STATES } from "#components/settings/readiness-states.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Permitted, usePermitted } from "#components/ui/permitted.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { OVERVIEW } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { describeIdle } from "./describe-idle.ts";

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

interface FirstStepsProps {
  /** The reader's latest submission. */
  readonly latest: Outputs["submissions"]["ownWork"]["latest"];
}

/** Steps to the first forecast of a question that the reader wrote. */
function FirstSteps({ latest }: FirstStepsProps) {
  const isPermitted = usePermitted();
  const reviews = isPermitted("decide");
  const approved = latest?.status === "approved" ? latest : undefined;
  const toReview = reviews ? routes.review() : routes.submissions({ whose: "all" });
  const toRun =
    approved === undefined
      ? routes.submissions({ whose: "all", status: "approved" })
      : routes.submission(approved.submissionId);
  if (!isPermitted("submit")) return null;
  const steps = [
    {
      title: "Compose a question",
      href: routes.newDraft(),
      isDone: latest !== null,
      text: "Write the options, the resolution criteria, and observations with their dates.",
    },
    {
      title: reviews ? "Review it" : "Have it reviewed",
      href: toReview,
      isDone: approved !== undefined,
      text: "A reviewer other than the author approves the question and its observations.",
    },
    {
      title: "Read its forecast",
      href: toRun,
      isDone: false,
      text: "Run the approved submission. Its question is then listed with its forecast.",
    },
  ];
  return (
    <Panel title="Get your first forecast">
      <SimpleGrid component="ol" cols={{ base: 1, sm: 3 }} spacing="lg" m={0} pl={20}>
        {steps.map(({ title, href, isDone, text }) => (
          <li key={title}>
            <Link href={href}>{title}</Link> {isDone && <StatusBadge tone="good">done</StatusBadge>}
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

interface YourQueueProps {
  /** The oldest submissions in the review queue that are not the reader's own. */
  readonly queue: Outputs["reviews"]["queue"];
  readonly work: Outputs["submissions"]["ownWork"];
  /** Questions with a recorded but unconfirmed outcome. */
  readonly outcomes: Outputs["outcomes"]["list"]["questions"];
  readonly evaluations: Outputs["evaluations"]["waiting"];
}

interface Item {
  readonly key: string;
  readonly text: string;
  readonly href: string;
  readonly at: string;
}

const MAX_SHOWN = 4;

/** Tasks of the signed-in member, grouped by kind. The most urgent kind comes first. */
function YourQueue(props: YourQueueProps) {
  const groups = toGroups(props).filter(({ items }) => items.length > 0);
  const { inReview } = props.work;
  return (
    <Panel
      title="Your queue"
      aside={
        inReview > 0 && (
          <Link href={routes.submissions({ status: "submitted" })}>
            Your submissions in review: {formatCount(inReview)}
          </Link>
        )
      }
    >
      {groups.length === 0 && (
        <Empty
          title="You are all caught up"
          icon={IconConfetti}
          next={<NextStep href={routes.compose} label="Compose a request" isMain />}
        >
          {describeIdle(props.queue.waiting)}
        </Empty>
      )}
      {groups.map(({ icon, title, items, all }) => (
        <section key={title} aria-label={title}>
          <Group gap={8} mt="sm" justify="space-between">
            <Text component="h3">
              <Icon of={icon} /> {title}
            </Text>
            {items.length > MAX_SHOWN && (
              <Text component={Link} href={all} size="sm" aria-label={`All: ${title}`}>
                All
              </Text>
            )}
          </Group>
          <DividedList>
            {items.slice(0, MAX_SHOWN).map(({ key, text, href, at }) => (
              <li key={key}>
                <Group gap="md" justify="space-between" wrap="nowrap">
                  <Text component={Link} href={href} c="var(--accent)" truncate dir="auto">
                    <ForeignText text={text} />
                  </Text>
                  <Text span c="dimmed" size="xs" flex="none" visibleFrom="sm">
                    <TimeText at={at} />
                  </Text>
                </Group>
              </li>
            ))}
          </DividedList>
        </section>
      ))}
    </Panel>
  );
}

function toGroups({ queue, work, outcomes, evaluations }: YourQueueProps) {
  const reviews = queue.submissions.filter(({ may }) => may.decide === null);
  const confirmable = outcomes.filter(({ may, unconfirmed }) => may.confirm === null && unconfirmed !== null);
  const toItem = (item: { submissionId: string; title: string; at: string }): Item => ({
    key: item.submissionId,
    text: item.title,
    href: routes.submission(item.submissionId),
    at: item.at,
  });
  const toEvaluation = (item: { evaluationId: string; title: string; uploadedAt: string }): Item => ({
    key: item.evaluationId,
    text: item.title,
    href: routes.evaluation(item.evaluationId),
    at: item.uploadedAt,
  });
  return [
    {
      icon: IconClipboardCheck,
      title: `${countOf(Math.max(queue.waiting, reviews.length), "submission")} to review`,
      items: reviews.map(({ submissionId, title, createdAt }) => ({
        ...toItem({ submissionId, title, at: createdAt }),
        href: routes.reviewOf(submissionId),
      })),
      all: routes.review(),
    },
    {
      icon: IconListCheck,
      title: `${countOf(evaluations.toDecide.length, "evaluation file")} to review`,
      items: evaluations.toDecide.map(toEvaluation),
      all: routes.evaluations({ status: "in_review" }),
    },
    {
      icon: IconPencil,
      title: `${countOf(work.toRevise.length, "submission")} to revise`,
      items: work.toRevise.map(toItem),
      all: routes.submissions({ status: "changes_requested" }),
    },
    {
      icon: IconPlayerPlay,
      title: `${countOf(work.toRun.length, "approved submission")} to run`,
      items: work.toRun.map(toItem),
      all: routes.submissions({ status: "approved" }),
    },
    {
      icon: IconListCheck,
      title: `${countOf(evaluations.toStart.length, "approved evaluation")} to start`,
      items: evaluations.toStart.map(toEvaluation),
      all: routes.evaluations({ status: "approved" }),
    },
    {
      icon: IconFlagQuestion,
      title: `${countOf(confirmable.length, "outcome")} to confirm`,
      items: confirmable.map(({ taskId, instructions, unconfirmed, resolvesAt }) => ({
        key: taskId,
        text: instructions,
        href: routes.question(taskId),
        at: unconfirmed?.recordedAt ?? resolvesAt,
      })),
      all: routes.outcomes({ state: "unconfirmed" }),
    },
  ];
}
