import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Table } from "#components/ui/table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./content.module.css";
import { Marked } from "./marked.tsx";
import { ObservationTable } from "./observation-table.tsx";
import { TimeLine } from "./time-line.tsx";

interface ContentProps {
  readonly request: PredictionRequest;
  /** The option ids in the author's order. */
  readonly options: readonly string[];
  /** Their passages are marked where they stand. */
  readonly findings: readonly Finding[];
}

/** What is asked and from what: the question, its options, how it is decided, the observations in time. */
export function Content({ request, options, findings }: ContentProps) {
  const { task, input } = request;
  return (
    <>
      <Panel title="Question">
        <p className={styles.text}>
          <Marked text={task.instructions} path="/task/instructions" findings={findings} />
        </p>
      </Panel>
      <Panel title="Options" aside={<span>{countOf(options.length, "option")}</span>}>
        <Table label="Options">
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col">Means</th>
            </tr>
          </thead>
          <tbody>
            {options.map((option) => (
              <tr key={option}>
                <th scope="row">{option}</th>
                <td className={styles.text}>{visible(task.criteria[option] ?? "—")}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Panel>
      <Panel title="Resolution">
        <DescriptionList
          facts={[
            {
              name: "Decided by",
              value: (
                <span className={styles.text}>
                  <Marked text={task.resolution.criteria} path="/task/resolution/criteria" findings={findings} />
                </span>
              ),
            },
            { name: "Resolves by", value: <TimeText at={task.resolution.resolves_at} /> },
          ]}
        />
      </Panel>
      <Panel title="Observations" aside={<span>{countOf(input.context.length, "observation")}</span>}>
        <TimeLine request={request} />
        {input.context.length > 0 && <ObservationTable context={input.context} findings={findings} />}
      </Panel>
    </>
  );
}
