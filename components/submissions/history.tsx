import { Group } from "@mantine/core";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import type { Reviewed } from "./reviewed.ts";
import { SubmissionState } from "./submission-state.tsx";

export function History({ submission, context }: Reviewed) {
  const { predecessors, successors, names } = context;
  if (predecessors.length + successors.length === 0) {
    return <Panel title="History">This submission has no other versions.</Panel>;
  }
  return (
    <Panel title="History">
      <DividedList>
        {[...predecessors.toReversed(), submission, ...successors].map((version) => (
          <li key={version.submissionId}>
            <Group gap="xs" fz="xs" c="dimmed">
              <TimeText at={version.createdAt} /> <SubmissionState status={version.status} />
            </Group>
            {version.submissionId === submission.submissionId ? (
              <strong aria-current="true">This version, by {names[version.authorId] ?? version.authorId}</strong>
            ) : (
              <Link href={routes.submission(version.submissionId)}>
                <ForeignText text={version.title} />, by {names[version.authorId] ?? version.authorId}
              </Link>
            )}
          </li>
        ))}
      </DividedList>
    </Panel>
  );
}
