import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { ORIGIN_LABELS } from "#lib/domain/submissions.ts";
import type { Reviewed } from "./reviewed.ts";

export function AboutSubmission({ submission, context: { names } }: Reviewed) {
  const { authorId, origin, order, createdAt, updatedAt, release, taskId, inputId } = submission;
  return (
    <Panel title="About">
      <DescriptionList
        items={[
          { name: "Author", value: names[authorId] ?? authorId },
          { name: "Origin", value: ORIGIN_LABELS[origin].long },
          { name: "Submitted", value: <TimeText at={createdAt} /> },
          { name: "Last changed", value: <TimeText at={updatedAt} /> },
          { name: "Release", value: release },
          ...(order === null ? [] : [{ name: "Order of options", value: order.join(" < ") }]),
          {
            name: "Task id",
            value: (
              <>
                <Digest value={taskId} /> <Link href={routes.question(taskId)}>Question</Link>,{" "}
                <Link href={routes.forecasts({ task: taskId })}>forecasts</Link>
              </>
            ),
          },
          { name: "Input id", value: <Digest value={inputId} /> },
        ]}
      />
    </Panel>
  );
}
