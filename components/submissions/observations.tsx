import { Group, Stack, Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { ObservationForm } from "#lib/compose/compose-form.ts";
import { observationColumns, TABLE_KINDS } from "#lib/compose/observation-columns.ts";
import { type KindName, kindOf } from "#lib/compose/observation-kinds.ts";
import { readObservation } from "#lib/compose/read-observation.ts";
import type { JsonObject } from "#lib/contract/json.ts";
import type { Observation, PredictionRequest } from "#lib/contract/request.ts";
import { describeFields } from "#lib/describe-data.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { formatDay, formatInstant, visible } from "#lib/format.ts";
import { Marked } from "./marked.tsx";

/** A request with what its reader sees in addition to its JSON. */
export interface ShownRequest {
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
export function Observations({ request: { task, input }, options, findings }: ShownRequest) {
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
