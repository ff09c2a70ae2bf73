import { Box } from "@mantine/core";
import { lazy, Suspense } from "react";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { countOf, visible } from "#lib/format.ts";
import { Marked } from "./marked.tsx";
import { Observations } from "./observations.tsx";
import { Prose } from "./prose.tsx";
import { TimeLine } from "./time-line.tsx";

// Loaded lazily, because few requests contain measurements.
const RequestSeries = lazy(() =>
  import("#components/ui/series/request-series.tsx").then((module) => ({ default: module.RequestSeries })),
);

interface ContentProps {
  readonly request: PredictionRequest;
  /** Option ids in the author's order. */
  readonly options: readonly string[];
  /** Findings of the automated checks; the passages that they quote are highlighted. */
  readonly findings: readonly Finding[];
}

export function Content({ request, options, findings }: ContentProps) {
  const { task, input } = request;
  return (
    <>
      <Panel title="Question">
        <Prose>
          <Marked text={task.instructions} path="/task/instructions" findings={findings} />
        </Prose>
      </Panel>
      <Panel title="Options" aside={countOf(options.length, "option")}>
        <DataTable
          label="Options and their descriptions"
          rows={options}
          keyOf={(option) => option}
          columns={[
            { name: "Option", isName: true, show: (option) => option },
            {
              name: "Description",
              isText: true,
              show: (option) => <Prose>{visible(task.criteria[option] ?? "—")}</Prose>,
            },
          ]}
        />
      </Panel>
      <Panel title="Resolution">
        <DescriptionList
          items={[
            {
              name: "Resolution criteria",
              value: (
                <Prose>
                  <Marked text={task.resolution.criteria} path="/task/resolution/criteria" findings={findings} />
                </Prose>
              ),
            },
            { name: "Resolution date", value: <TimeText exact at={task.resolution.resolves_at} /> },
          ]}
        />
      </Panel>
      <Panel title="Observations" aside={countOf(input.context.length, "observation")}>
        <TimeLine request={request} />
        {input.context.some(isMeasurement) && (
          <Box mb="md">
            <Suspense>
              <RequestSeries request={request} />
            </Suspense>
          </Box>
        )}
        <Observations request={request} options={options} findings={findings} />
      </Panel>
    </>
  );
}

const isMeasurement = (one: Observation) => one.type === "structured" && one.data.kind === "measurement";
