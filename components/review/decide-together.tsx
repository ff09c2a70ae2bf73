"use client";

import { Button, Modal } from "@mantine/core";
import Link from "next/link";
import { useRef, useState } from "react";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { FormActions } from "#components/ui/form-actions.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./decide-together.module.css";
import { EMPTY } from "./decision.ts";
import { DecisionForm } from "./decision-form.tsx";
import type { Queued } from "./queue-row.tsx";
import { useDecideEach } from "./use-decide-each.ts";

interface DecideTogetherProps {
  readonly submissions: readonly Queued[];
  readonly onClose: () => void;
}

/** One pair of verdicts for several submissions of a task, and what became of each. */
export function DecideTogether({ submissions, onClose }: DecideTogetherProps) {
  const [draft, setDraft] = useState(EMPTY);
  const checks = useRef<HTMLFieldSetElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const { chosen, outcomes, running, decideEach, stop } = useDecideEach(submissions);
  const begun = running || outcomes.length > 0;
  const refused = outcomes.filter(({ ok }) => !ok).length;
  return (
    <Modal
      opened
      onClose={running ? stop : onClose}
      title={`Decide on ${countOf(chosen.length, "submission")} of one task`}
      size="lg"
      closeButtonProps={{ "aria-label": running ? "Stop" : "Close" }}
      transitionProps={{ duration: 0 }}
    >
      {begun ? (
        <div className={styles.progress}>
          <progress max={chosen.length} value={outcomes.length} aria-label="Decided on" />
          <span role="status">
            {outcomes.length} of {countOf(chosen.length, "submission")} done
            {refused > 0 && `, ${countOf(refused, "decision")} refused`}
          </span>
        </div>
      ) : (
        <>
          <p className={styles.about}>
            The same verdicts for each, as a decision of its own. Read each before: what you approve is in force at
            once.
          </p>
          <DecisionForm
            draft={draft}
            onChange={setDraft}
            onDecide={() => void decideEach(draft)}
            pending={running}
            refusal={undefined}
            checks={checks}
            note={note}
          />
        </>
      )}
      <ul className={styles.outcomes}>
        {chosen.map((submission, index) => {
          const outcome = outcomes[index];
          return (
            <li key={submission.submissionId} className={styles.outcome}>
              <Link href={routes.submission(submission.submissionId)} target="_blank">
                {visible(submission.title)}
              </Link>{" "}
              <span className={styles.asOf}>
                known until <TimeText at={submission.asOf} />
              </span>{" "}
              {outcome?.ok === true && <SubmissionState status={outcome.status} />}
              {outcome?.ok === false && (
                <>
                  <StatusBadge tone="bad">refused</StatusBadge> {outcome.reason}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {begun && (
        <FormActions>
          <Button variant={running ? "default" : "filled"} onClick={running ? stop : onClose}>
            {running ? "Stop" : "Back to the queue"}
          </Button>
        </FormActions>
      )}
    </Modal>
  );
}
