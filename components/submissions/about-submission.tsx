import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";

const ORIGINS = {
  console: "the console or a script",
  import: "an import",
  caller: "a backend: its request was refused for want of a review",
  first_start: "the first start",
} as const;

interface AboutSubmissionProps {
  readonly submission: Outputs["submissions"]["get"];
  readonly names: Readonly<Record<string, string>>;
}

/** Who wrote it, from where it came, and its digests. */
export function AboutSubmission({ submission, names }: AboutSubmissionProps) {
  const { authorId, origin, createdAt, updatedAt, release, taskId, inputId } = submission;
  return (
    <Panel title="About">
      <DescriptionList
        facts={[
          { name: "Author", value: names[authorId] ?? authorId },
          { name: "Came from", value: ORIGINS[origin] },
          { name: "Submitted", value: <TimeText at={createdAt} /> },
          { name: "Last change", value: <TimeText at={updatedAt} /> },
          { name: "Release", value: release },
          { name: "Task id", value: <Digest value={taskId} /> },
          { name: "Input id", value: <Digest value={inputId} /> },
        ]}
      />
    </Panel>
  );
}
