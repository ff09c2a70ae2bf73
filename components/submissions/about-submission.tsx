import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { ORIGIN_LABELS } from "#lib/domain/submissions.ts";
import type { Reviewed } from "./reviewed.ts";

export function AboutSubmission({ submission, context: { names, similar } }: Reviewed) {
  const { authorId, origin, client, order, createdAt, updatedAt, release, taskId, inputId } = submission;
  return (
    <Panel title="About">
      <DescriptionList
        items={[
          { name: "Author", value: names[authorId] ?? authorId },
          { name: "Origin", value: ORIGIN_LABELS[origin].long },
          ...(client === null ? [] : [{ name: "Client (unverified)", value: <ForeignText text={client} /> }]),
          ...(similar.length === 0 ? [] : [{ name: "Similar open questions by the author", value: list(similar) }]),
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

function list(similar: Reviewed["context"]["similar"]) {
  return similar.map(({ id, question }) => (
    <Link key={id} href={routes.submission(id)}>
      <ForeignText text={question} />{" "}
    </Link>
  ));
}
