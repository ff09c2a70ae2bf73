import Link from "next/link";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";
import styles from "./history.module.css";
import { SubmissionState } from "./submission-state.tsx";

interface HistoryProps {
  readonly submission: Outputs["submissions"]["get"];
  readonly dossier: Outputs["reviews"]["dossier"];
}

/** What it supersedes and what superseded it, the oldest first. */
export function History({ submission, dossier }: HistoryProps) {
  const { predecessors, successors, names } = dossier;
  if (predecessors.length + successors.length === 0) {
    return <Panel title="History">It revises no other submission, and none revises it.</Panel>;
  }
  return (
    <Panel title="History">
      <ol className={styles.line}>
        {[...predecessors.toReversed(), submission, ...successors].map((kin) => (
          <li key={kin.submissionId} className={styles.kin}>
            <span className={styles.meta}>
              <TimeText at={kin.createdAt} /> <SubmissionState status={kin.status} />
            </span>
            {kin.submissionId === submission.submissionId ? (
              <strong aria-current="true">This one, by {names[kin.authorId] ?? kin.authorId}</strong>
            ) : (
              <Link href={routes.submission(kin.submissionId)}>
                {visible(kin.title)}, by {names[kin.authorId] ?? kin.authorId}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
