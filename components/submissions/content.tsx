import { Box, Text } from "@mantine/core";
import chart from "#components/ui/charts/chart.module.css";
import { frameTime } from "#components/ui/charts/frame-time.ts";
import { AxisTicks } from "#components/ui/charts/histogram.tsx";
import { TimeMarks } from "#components/ui/charts/time-marks.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { pointer } from "#lib/contract/issue.ts";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { countOf, formatInstant } from "#lib/format.ts";
import { describeTimes } from "./describe-times.ts";
import { Marked } from "./marked.tsx";
import { Observations, type ShownRequest } from "./observations.tsx";

// Loaded lazily, because few requests contain a series.
const RequestSeries = lazily(async () => (await import("#components/ui/series/request-series.tsx")).RequestSeries);

export function Content({ request, options, findings }: ShownRequest) {
  const { task, input } = request;
  const pathOf = (option: string) => pointer(["task", "criteria", option]);
  return (
    <>
      <Panel title="Question">
        <Marked text={task.instructions} path="/task/instructions" findings={findings} />
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
              show: (id) => <Marked text={task.criteria[id] ?? "—"} path={pathOf(id)} findings={findings} />,
            },
          ]}
        />
      </Panel>
      <Panel title="Resolution">
        <DescriptionList
          items={[
            {
              name: "Resolution criteria",
              value: <Marked text={task.resolution.criteria} path="/task/resolution/criteria" findings={findings} />,
            },
            { name: "Resolution date", value: <TimeText exact at={task.resolution.resolves_at} /> },
          ]}
        />
      </Panel>
      <Panel title="Observations" aside={countOf(input.context.length, "observation")}>
        <TimeLine request={request} />
        {input.context.some(isMeasured) && (
          <Box mb="md">
            <RequestSeries request={request} />
          </Box>
        )}
        <Observations request={request} options={options} findings={findings} />
      </Panel>
    </>
  );
}

const isMeasured = (one: Observation) =>
  one.type === "structured" && (one.data.kind === "measurement" || one.data.kind === "history");

/** Timeline of the observations, the information cutoff and the resolution date. Screen readers get only the caption. */
function TimeLine({ request }: { readonly request: PredictionRequest }) {
  const { context, as_of: asOf } = request.input;
  const { resolves_at: resolvesAt } = request.task.resolution;
  const seen = context.map(({ observed_at: observedAt }) => observedAt);
  const { place, ticks } = frameTime([...seen, asOf, resolvesAt], { resolvesAt });
  const marks = [
    { x: place(asOf), label: `information cutoff ${formatInstant(asOf)}` },
    { x: place(resolvesAt), label: `resolution date ${formatInstant(resolvesAt)}` },
  ];
  return (
    <Box component="figure" m={0} mb={14} px={28}>
      <div className={chart.plot} style={{ height: 64 }} aria-hidden="true">
        <TimeMarks marks={marks} />
        {[...new Set(seen)].map((at) => (
          <span
            key={at}
            className={chart.point}
            style={{ left: `${place(at) * 100}%`, bottom: 14 }}
            title={`${formatInstant(at)} UTC`}
          />
        ))}
      </div>
      <AxisTicks ticks={ticks} />
      <Text component="figcaption" c="dimmed" maw="76ch" pt={8}>
        {describeTimes(seen, asOf, resolvesAt)}
      </Text>
    </Box>
  );
}
