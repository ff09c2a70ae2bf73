import { Group, Text } from "@mantine/core";
import Link from "next/link";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";

interface YourQueueProps {
  /** The oldest submissions of others that wait for a review. */
  readonly queue: Outputs["reviews"]["queue"];
  /** This member's own submissions. */
  readonly mine: Outputs["submissions"]["list"]["submissions"];
}

const MOST = 4;

/** What this member has to do, and what others have to do for them. */
export function YourQueue({ queue, mine }: YourQueueProps) {
  const toRevise = mine.filter(({ status, isRevised }) => status === "changes_requested" && !isRevised);
  const inReview = mine.filter(({ status }) => status === "submitted");
  const groups = [
    {
      what: "to review",
      items: queue.submissions.filter(({ may }) => may.decide === null),
      count: queue.waiting,
      pageOf: (id: string) => routes.reviewOf(id),
    },
    { what: "of yours to revise", items: toRevise, count: toRevise.length, pageOf: routes.submission },
    { what: "of yours in review", items: inReview, count: inReview.length, pageOf: routes.submission },
  ].filter(({ items }) => items.length > 0);
  return (
    <Panel title="Your queue">
      {groups.length === 0 && (
        <p>
          You are all caught up.{" "}
          {queue.waiting > 0 && `${countOf(queue.waiting, "submission")} of others in the review queue.`}
        </p>
      )}
      {groups.map(({ what, items, count, pageOf }) => (
        <section key={what} aria-label={what}>
          <Text component="h3" mt="xs">
            {countOf(count, "submission")} {what}
          </Text>
          <DividedList>
            {items.slice(0, MOST).map(({ submissionId, title, createdAt }) => (
              <li key={submissionId}>
                <Group gap="md" justify="space-between" wrap="nowrap">
                  <Text component={Link} href={pageOf(submissionId)} prefetch={false} c="var(--accent)" truncate>
                    {visible(title)}
                  </Text>
                  <Text span c="dimmed" size="xs">
                    <TimeText at={createdAt} />
                  </Text>
                </Group>
              </li>
            ))}
            {count > MOST && <li>and {countOf(count - MOST, "more", "more")}</li>}
          </DividedList>
        </section>
      ))}
    </Panel>
  );
}
