"use client";

import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import { DecisionForm, EMPTY } from "./decision-form.tsx";
import type { Queued } from "./queue-screen.tsx";
import { useDecideEach } from "./use-decide-each.ts";

interface DecideTogetherProps {
  readonly submissions: readonly Queued[];
  readonly onClose: () => void;
}

/** One pair of verdicts for several submissions of a task, and the result of each. */
export function DecideTogether({ submissions, onClose }: DecideTogetherProps) {
  const [draft, setDraft] = useState(EMPTY);
  const { chosen, outcomes, running, decideEach, stop } = useDecideEach(submissions);
  const begun = running || outcomes.length > 0;
  const refused = outcomes.filter(({ ok }) => !ok).length;
  return (
    <Modal
      opened
      onClose={running ? stop : onClose}
      title={`Decide on ${countOf(chosen.length, "submission")} of one task`}
      closeButtonProps={{ "aria-label": running ? "Stop" : "Close" }}
    >
      <Stack gap="sm">
        {begun ? (
          <>
            <Progress value={(100 * outcomes.length) / chosen.length} aria-label="Decided on" />
            <span role="status">
              {outcomes.length} of {countOf(chosen.length, "submission")} done
              {refused > 0 && `, ${countOf(refused, "decision")} refused`}
            </span>
          </>
        ) : (
          <>
            <p>Each submission gets these verdicts as a decision of its own. Read each one first.</p>
            <DecisionForm
              draft={draft}
              onChange={setDraft}
              onDecide={() => void decideEach(draft)}
              pending={running}
              error={null}
            />
          </>
        )}
        <DividedList>
          {chosen.map((submission, index) => {
            const outcome = outcomes[index];
            return (
              <li key={submission.submissionId}>
                <Link href={routes.submission(submission.submissionId)} target="_blank">
                  {visible(submission.title)}
                </Link>{" "}
                <Text span c="dimmed" size="xs">
                  cutoff <TimeText at={submission.asOf} />
                </Text>{" "}
                {outcome?.ok === true && <SubmissionState status={outcome.status} />}
                {outcome?.ok === false && (
                  <>
                    <StatusBadge tone="bad">refused</StatusBadge> {outcome.reason}
                  </>
                )}
              </li>
            );
          })}
        </DividedList>
        {begun && (
          <Group justify="end">
            <Button variant={running ? "default" : "filled"} onClick={running ? stop : onClose}>
              {running ? "Stop" : "Back to the queue"}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
