import { Box, Group, Stack, Text } from "@mantine/core";
import chart from "#components/ui/charts/chart.module.css";
import { frameTime } from "#components/ui/charts/frame-time.ts";
import { AxisTicks } from "#components/ui/charts/histogram.tsx";
import { TimeMarks } from "#components/ui/charts/time-marks.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { ObservationForm } from "#lib/compose/compose-form.ts";
import { observationColumns, TABLE_KINDS } from "#lib/compose/observation-columns.ts";
import { type KindName, kindOf } from "#lib/compose/observation-kinds.ts";
import { readObservation } from "#lib/compose/read-observation.ts";
import { pointer } from "#lib/contract/issue.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { describeFields } from "#lib/describe-data.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { countOf, formatDay, formatInstant, visible } from "#lib/format.ts";
import { describeTimes } from "./describe-times.ts";
import { Marked } from "./marked.tsx";

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

/** A request with what its reader sees in addition to its JSON. */
interface ShownRequest {
  readonly request: PredictionRequest;
  /** Option ids in the author's order. */
  readonly options: readonly string[];
  /** Findings of the automated checks; the passages that they quote are highlighted. */
  readonly findings: readonly Finding[];
}

interface Shown {
  /** Index in the request, from 0. */
  readonly index: number;
  readonly observation: Observation;
  readonly form: ObservationForm;
}

/** Shows the observations of a request in one table per kind, numbered from 1 in the order of the request. */
function Observations({ request: { task, input }, options, findings }: ShownRequest) {
  const keyed = options.map((id, index) => ({ key: `o${index + 1}`, id, description: task.criteria[id] ?? "" }));
  const keyOf = new Map(keyed.map(({ id, key }) => [id, key]));
  const shown = input.context.map(
    (observation, index): Shown => ({ index, observation, form: readObservation(observation, keyOf) }),
  );
  const isWhole = (kind: KindName) => kind === "text" || !TABLE_KINDS.includes(kind);
  const [measurements, others] = [shown.filter(isMeasurement), shown.filter((one) => !isMeasurement(one))];
  const tables = [...Map.groupBy(others, ({ form }) => form.kind)].map(([kind, rows]) => (
    <DataTable
      key={kind}
      label={`${kindOf(kind).label} observations`}
      rows={rows}
      keyOf={({ index }) => index}
      idOf={({ index }) => `observation-${index}`}
      {...(isWhole(kind) ? { fold: "named" as const } : {})}
      columns={[
        { name: "No.", isName: true, isNumber: true, width: 40, show: ({ index }) => index + 1 },
        ...(isWhole(kind) ? wholeOf(findings) : cellsOf(kind, keyed)),
      ]}
    />
  ));
  return (
    <Stack gap="lg">
      {tables}
      {measurements.length > 0 && <MeasurementTable measurements={measurements} />}
    </Stack>
  );
}

const isMeasurement = ({ form }: Shown) => form.kind === "measurement";

/** One row for each series, because an input may have hundreds of measurements. */
function MeasurementTable({ measurements }: { readonly measurements: readonly Shown[] }) {
  const nameOf = ({ form: { fields } }: Shown) => [fields.series, fields.unit].filter(Boolean).join(", ");
  return (
    <DataTable
      label="Measurements by series"
      rows={[...Map.groupBy(measurements, nameOf)]}
      keyOf={([name]) => name}
      fold="named"
      columns={[
        { name: "Series", isName: true, isText: true, show: ([name]) => visible(name) },
        {
          name: "Measurements",
          isText: true,
          narrow: "whole line",
          show: ([, all]) => (
            <Group gap="2px 16px">
              {all.map(({ index, observation: { observed_at: at }, form }) => (
                <span
                  key={index}
                  id={`observation-${index}`}
                  title={`Observation ${index + 1}, ${formatInstant(at)} UTC`}
                >
                  <Text span c="dimmed">
                    {formatDay(at)}
                  </Text>{" "}
                  {visible(form.fields.value ?? "")}
                </span>
              ))}
            </Group>
          ),
        },
      ]}
    />
  );
}

const OBSERVED: Column<Shown> = {
  name: "Observed",
  width: 170,
  show: ({ observation }) => <TimeText exact at={observation.observed_at} />,
};

/** Returns the columns of a kind of observation: one per field, and one per option if the kind has values for options. */
function cellsOf(kind: KindName, options: Parameters<typeof observationColumns>[1]): Column<Shown>[] {
  return observationColumns(kind, options).map(({ type, label, head, path }): Column<Shown> => {
    if (type === "date") return OBSERVED;
    return {
      name: path,
      head: (
        <Text
          span
          fz={12}
          miw={56}
          lineClamp={2}
          title={label}
          style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
          dir="auto"
        >
          {head}
          {type === "percents" && ", %"}
        </Text>
      ),
      isText: type === "line",
      isNumber: type !== "line",
      show: ({ form }) => visible(form.fields[path] ?? ""),
    };
  });
}

function wholeOf(findings: readonly Finding[]): Column<Shown>[] {
  return [
    OBSERVED,
    {
      name: "Content",
      isText: true,
      narrow: "whole line",
      show: ({ observation, index }) =>
        observation.type === "text" ? (
          <Marked text={observation.text} path={`/input/context/${index}/text`} findings={findings} />
        ) : (
          <StructuredData data={observation.data} />
        ),
    },
  ];
}

/** Shows the kind and the raw fields of an observation whose kind has no table of its own. */
function StructuredData({ data }: { readonly data: JsonObject }) {
  const { kind } = data;
  return (
    <Group gap="0 16px">
      <strong>{typeof kind === "string" ? visible(kind) : "structured"}</strong>
      {describeFields(data).map(([name, text]) => (
        <span key={name}>
          <Text span c="dimmed">
            <ForeignText text={name} />
          </Text>{" "}
          <ForeignText text={text} />
        </span>
      ))}
    </Group>
  );
}
