import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";
import { CHECKS } from "./checks.ts";
import styles from "./verdict-list.module.css";

interface VerdictListProps {
  readonly submission: Outputs["submissions"]["get"];
  readonly names: Readonly<Record<string, string>>;
}

const SAID = {
  approve: { tone: "good", words: "approved" },
  changes: { tone: "warn", words: "changes asked for" },
  reject: { tone: "bad", words: "rejected" },
} as const;

/** What each reviewer said of the task and of the input, and why. */
export function VerdictList({ submission, names }: VerdictListProps) {
  const { verdicts, status } = submission;
  return (
    <Panel title="What reviewers said">
      {verdicts.length === 0 && (
        <p>
          {status === "submitted"
            ? "You see the verdicts of others once the submission is decided, or once you have given yours."
            : "No verdicts."}
        </p>
      )}
      {verdicts.map(({ reviewerId, binding, quality, checklist, note, createdAt }) => (
        <article key={reviewerId} className={styles.verdict}>
          <header className={styles.head}>
            <strong>{names[reviewerId] ?? reviewerId}</strong>
            <TimeText at={createdAt} />
          </header>
          <span>
            Task: <StatusBadge tone={SAID[binding].tone}>{SAID[binding].words}</StatusBadge>
          </span>
          <span>
            Input: <StatusBadge tone={SAID[quality].tone}>{SAID[quality].words}</StatusBadge>
          </span>
          {note !== "" && <p className={styles.note}>{visible(note)}</p>}
          <details>
            <summary>Checklist</summary>
            <ul className={styles.checks}>
              {CHECKS.map(({ name, label }) => (
                <li key={name}>
                  <StatusBadge tone={checklist[name] === true ? "good" : "off"}>
                    {checklist[name] === true ? "yes" : "no"}
                  </StatusBadge>{" "}
                  {label}
                </li>
              ))}
            </ul>
          </details>
        </article>
      ))}
    </Panel>
  );
}
