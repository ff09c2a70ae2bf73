import Link from "next/link";
import type { Outputs } from "#components/frame/trpc.ts";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { countOf, visible } from "#lib/format.ts";
import { routes } from "#lib/routes.ts";
import styles from "./waiting.module.css";

interface WaitingProps {
  readonly role: string;
  readonly queue: Outputs["reviews"]["queue"];
  /** This member's own submissions. */
  readonly mine: Outputs["submissions"]["list"]["submissions"];
}

const MOST = 4;

/** What this member has to do, and what others have to do for them. */
export function Waiting({ role, queue, mine }: WaitingProps) {
  const toReview = role === "reviewer" ? queue.filter((submission) => !submission.mine) : [];
  const toRevise = mine.filter(({ status }) => status === "changes_requested");
  const withOthers = mine.filter(({ status }) => status === "submitted");
  const groups = [
    { title: `${countOf(toReview.length, "submission")} for you to review`, items: toReview, pageOf: routes.reviewOf },
    {
      title: `${countOf(toRevise.length, "submission")} of yours to revise`,
      items: toRevise,
      pageOf: routes.submission,
    },
    {
      title: `${countOf(withOthers.length, "submission")} of yours with the reviewers`,
      items: withOthers,
      pageOf: routes.submission,
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <Panel title="What waits for you">
      {groups.length === 0 && (
        <p>Nothing waits for you. {role !== "reviewer" && queue.length > 0 && others(queue.length)}</p>
      )}
      {groups.map(({ title, items, pageOf }) => (
        <div key={title} className={styles.group}>
          <h3>{title}</h3>
          <ul className={styles.items}>
            {items.slice(0, MOST).map(({ submissionId, title: name, createdAt }) => (
              <li key={submissionId} className={styles.item}>
                <Link href={pageOf(submissionId)} prefetch={false}>
                  {visible(name)}
                </Link>
                <TimeText at={createdAt} />
              </li>
            ))}
            {items.length > MOST && <li>and {countOf(items.length - MOST, "more", "more")}</li>}
          </ul>
        </div>
      ))}
    </Panel>
  );
}

function others(count: number): string {
  return `${countOf(count, "submission waits", "submissions wait")} for the reviewers.`;
}
