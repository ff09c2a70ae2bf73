import { Group, Text } from "@mantine/core";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { CHECKS, VERDICT_STATUS } from "#lib/domain/reviews.ts";
import { describeNoVerdicts } from "./describe-verdicts.ts";
import type { Reviewed } from "./reviewed.ts";
import { SubmissionState } from "./submission-state.tsx";

const QUOTE = { borderInlineStart: "2px solid var(--line-strong)", whiteSpace: "pre-line" } as const;

export function VerdictList({ submission, context: { names } }: Reviewed) {
  const { verdicts, status, disputed, may } = submission;
  return (
    <Panel title="Verdicts">
      {verdicts.length === 0 && (
        <p>{describeNoVerdicts({ isOpen: status === "submitted", mayDecide: may.decide === null })}</p>
      )}
      {disputed && <p>The reviewers disagree. Another reviewer decides.</p>}
      <DividedList>
        {verdicts.map(({ reviewerId, binding, quality, checklist, note, expiresAt, createdAt }) => (
          <li key={reviewerId}>
            <Group justify="space-between" gap="xs">
              <strong>{names[reviewerId] ?? reviewerId}</strong>
              <Text span c="dimmed" size="xs">
                <TimeText at={createdAt} />
              </Text>
            </Group>
            <div>
              Question: <SubmissionState status={VERDICT_STATUS[binding]} />
            </div>
            <div>
              Evidence: <SubmissionState status={VERDICT_STATUS[quality]} />
            </div>
            {expiresAt !== null && (
              <div>
                Expires <TimeText exact at={expiresAt} />
              </div>
            )}
            {note !== "" && (
              <Text pl={10} style={QUOTE} dir="auto">
                <ForeignText text={note} />
              </Text>
            )}
            <details>
              <summary>Checklist</summary>
              {CHECKS.map(({ name, label }) => (
                <div key={name}>
                  <StatusBadge tone={checklist[name] === true ? "good" : "off"}>
                    {checklist[name] === true ? "yes" : "no"}
                  </StatusBadge>{" "}
                  {label}
                </div>
              ))}
            </details>
          </li>
        ))}
      </DividedList>
    </Panel>
  );
}
