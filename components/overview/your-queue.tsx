import Link from "next/link";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./your-queue.module.css";

interface WaitingProps {
  readonly role: string;
  /** The oldest that others have laid before the reviewers. */
  readonly queue: Outputs["reviews"]["queue"];
  /** This member's own submissions. */
  readonly mine: Outputs["submissions"]["list"]["submissions"];
}

const MOST = 4;

/** What this member has to do, and what others have to do for them. */
export function YourQueue({ role, queue, mine }: WaitingProps) {
  const toRevise = mine.filter(({ status }) => status === "changes_requested");
  const withOthers = mine.filter(({ status }) => status === "submitted");
  const groups = [
    {
      what: "for you to review",
      items: role === "reviewer" ? queue.submissions : [],
      count: queue.waiting,
      pageOf: (id: string) => routes.reviewOf(id),
    },
    { what: "of yours to revise", items: toRevise, count: toRevise.length, pageOf: routes.submission },
    { what: "of yours with the reviewers", items: withOthers, count: withOthers.length, pageOf: routes.submission },
  ].filter(({ items }) => items.length > 0);
  return (
    <Panel title="What waits for you">
      {groups.length === 0 && <p>Nothing waits for you. {queue.waiting > 0 && others(queue.waiting)}</p>}
      {groups.map(({ what, items, count, pageOf }) => (
        <div key={what} className={styles.group}>
          <h3>
            {countOf(count, "submission")} {what}
          </h3>
          <ul className={styles.items}>
            {items.slice(0, MOST).map(({ submissionId, title: name, createdAt }) => (
              <li key={submissionId} className={styles.item}>
                <Link href={pageOf(submissionId)} prefetch={false}>
                  {visible(name)}
                </Link>
                <TimeText at={createdAt} />
              </li>
            ))}
            {count > MOST && <li>and {countOf(count - MOST, "more", "more")}</li>}
          </ul>
        </div>
      ))}
    </Panel>
  );
}

function others(count: number): string {
  return `${countOf(count, "submission of others waits", "submissions of others wait")} for the reviewers.`;
}
