import Link from "next/link";
import styles from "#components/ui/rows.module.css";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import { SubmissionState } from "./submission-state.tsx";

const ORIGINS = { caller: "backend", import: "import", first_start: "shipped" } as const;

type Listed = Outputs["submissions"]["list"]["submissions"][number];

/** Submissions under one another: state and time, what is asked, who wrote it. */
export function SubmissionRows({ submissions }: { readonly submissions: readonly Listed[] }) {
  return (
    <ol className={styles.list}>
      {submissions.map(({ submissionId, title, status, author, origin, createdAt, note }) => (
        <li key={submissionId} className={styles.row}>
          <div className={styles.meta}>
            <SubmissionState status={status} />
            <TimeText at={createdAt} />
          </div>
          <div className={styles.words}>
            <Link href={routes.submission(submissionId)} prefetch={false}>
              {visible(title)}
            </Link>
            {note !== "" && <span className={styles.note}>{visible(note)}</span>}
          </div>
          <div className={styles.meta}>
            <span>{author}</span>
            {origin !== "console" && <span>{ORIGINS[origin]}</span>}
          </div>
        </li>
      ))}
    </ol>
  );
}
