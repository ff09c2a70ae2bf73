import Link from "next/link";
import rows from "#components/ui/rows.module.css";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { type ReviewQuery, routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import styles from "./queue-row.module.css";

export type Queued = Outputs["reviews"]["queue"]["submissions"][number];

interface QueueRowProps {
  readonly submission: Queued;
  readonly memberId: string;
  readonly query: ReviewQuery;
  readonly chosen: boolean;
  /** Undefined where the reader cannot decide on it together with what is chosen. */
  readonly onChoose: (() => void) | undefined;
}

const ORIGINS = { caller: "backend", import: "import", console: undefined, first_start: "shipped" } as const;

/** One submission of the queue: when, the question, who wrote it and who looks at it. */
export function QueueRow({ submission, memberId, query, chosen, onChoose }: QueueRowProps) {
  const { submissionId, taskId, title, author, authorId, createdAt, origin, asOf, mine, supersedes, looking } =
    submission;
  const name = visible(title);
  return (
    <li className={`${rows.row} ${styles.row}`}>
      {onChoose === undefined && !chosen ? (
        <span />
      ) : (
        <label className={styles.choose}>
          <input type="checkbox" checked={chosen} onChange={onChoose} aria-label={`Choose ${name}`} />
        </label>
      )}
      <div className={rows.meta}>
        <TimeText at={createdAt} />
      </div>
      <div className={rows.words}>
        <Link href={routes.reviewOf(submissionId, { ...query, after: undefined })} prefetch={false} data-open>
          {name}
        </Link>
        <span className={rows.aside}>
          known until <TimeText at={asOf} />
        </span>
        {query.task === undefined && (
          <Link
            className={`${rows.aside} ${rows.narrow}`}
            href={routes.review({ ...query, task: taskId, after: undefined })}
            prefetch={false}
          >
            Only this task
          </Link>
        )}
      </div>
      <div className={rows.meta}>
        <span>{author}</span>
        {ORIGINS[origin] !== undefined && <span>{ORIGINS[origin]}</span>}
        {supersedes !== null && <span>revision</span>}
        {mine && <strong>{authorId === memberId ? "yours" : "for another reviewer"}</strong>}
        {looking !== null && <span className={styles.looking}>{looking} is looking</span>}
      </div>
    </li>
  );
}
