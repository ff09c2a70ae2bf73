import { Group, Text } from "@mantine/core";
import {
  IconClipboardCheck,
  IconConfetti,
  IconFlagQuestion,
  IconListCheck,
  IconPencil,
  IconPlayerPlay,
} from "@tabler/icons-react";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { describeIdle } from "./describe-idle.ts";

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
export function YourQueue(props: YourQueueProps) {
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
