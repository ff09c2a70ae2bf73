"use client";

import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChartRow, ChartSection } from "#components/ui/charts/chart-section.tsx";
import { type Frame, frameTime } from "#components/ui/charts/frame-time.ts";
import { LineChart } from "#components/ui/charts/line-chart.tsx";
import type { Mark } from "#components/ui/charts/time-marks.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { timeOf } from "#lib/contract/date-time.ts";
import { COLUMN_LENGTH, nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { nameOutcome } from "#lib/domain/outcomes.ts";
import { formatInstant, visible } from "#lib/format.ts";
import { shortVersion } from "#lib/short-version.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeHistory } from "./describe-history.ts";

/** Maximum number of sources in the chart; more lines would be indistinguishable. */
const MAX_SOURCES = 5;

/** Probability of one option over time: in the forecasts of the question and in the sources with the most weight. */
export function HistoryPanel({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const trpc = useTRPC();
  const { request, response, options, taskId, explanation } = forecast;
  const { criteria, resolution } = request.task;
  const { data } = useQuery(trpc.forecasts.overTime.queryOptions({ taskId }));
  const outcome = data?.outcome ?? null;
  const [option, setOption] = useState(outcome?.option ?? response.result.choice);
  if (data === undefined) return null;
  const { points, truncated } = data;
  const sources = explanation.sources.slice(0, MAX_SOURCES);
  const labels = optionLabels(criteria);
  const event = outcome === null ? undefined : { ...outcome, label: `outcome: ${nameOutcome(outcome.option, labels)}` };
  const frame = frameTime(
    [...points.map(({ asOf }) => asOf), ...sources.flatMap(({ readings }) => readings.map(({ at }) => at))],
    { resolvesAt: resolution.resolves_at, outcome: event },
  );
  const rows = [
    ...points.map(({ asOf, modelVersion, ...point }) => ({
      ...point,
      at: asOf,
      name: "Forecast",
      version: shortVersion(modelVersion),
      href: routes.forecast(point.requestId),
    })),
    ...sources.flatMap(({ name, readings }) =>
      readings.map((reading) => ({ ...reading, name: visible(name), version: "", href: undefined })),
    ),
  ];
  const looks = toSeries(["Forecast", ...sources.map(({ name, kind }) => `${kind} ${name}`)]);
  const columnLabels = optionLabels(criteria, COLUMN_LENGTH);
  return (
    <ChartRow>
      <ChartSection
        title="History of the forecast and its sources"
        sentence={describeHistory({ option, labels, points, sources, truncated })}
        label="Probability of the option over time, in the forecasts and in each source"
        caption={
          <>
            Vertical axis: probability, in percent. A forecast is placed at its information cutoff, a source at the
            dates of its observations. The lines between points are a visual aid.{" "}
            {looks.map(({ id, sign, colour }, index) => (
              <span key={id}>
                <span style={{ color: colour }}>{sign}</span> {visible(sources[index - 1]?.name ?? "Forecast")}{" "}
              </span>
            ))}
          </>
        }
        table={
          <DataTable
            label="History of the forecast and its sources"
            rows={rows.sort((one, other) => timeOf(other.at) - timeOf(one.at))}
            keyOf={(_, index) => index}
            columns={[
              { name: "Time", isName: true, show: ({ at }) => <TimeText exact at={at} /> },
              {
                name: "From",
                isText: true,
                show: ({ name, href }) =>
                  href === undefined ? <ForeignText text={name} /> : <Link href={href}>{name}</Link>,
              },
              ...options.map((id) => ({
                // The leading space prevents a clash between an option ID, such as "Version", and another column name.
                name: ` ${id}`,
                head: nameOption(id, columnLabels),
                isNumber: true,
                show: ({ probabilities }: (typeof rows)[number]) => formatPercent(probabilities[id] ?? 0),
              })),
              { name: "Version", show: ({ version }) => version && <code>{version}</code> },
            ]}
          />
        }
      >
        <NativeSelect
          label="Option"
          maw={420}
          mb="xs"
          value={option}
          onChange={(event) => setOption(event.currentTarget.value)}
          data={options.map((id) => ({ value: id, label: nameOption(id, labels) }))}
        />
        <LineChart
          marks={[...markVersions(points, frame.place), ...frame.marks]}
          ticks={frame.ticks}
          lines={looks.map(({ id, colour, sign }, index) => {
            const source = sources[index - 1];
            const name = source === undefined ? "Forecast" : visible(source.name);
            const ours = points.map(({ asOf, requestId, ...point }) => ({
              ...point,
              at: asOf,
              href: routes.forecast(requestId),
            }));
            const path = (source?.readings ?? ours).map(({ at, probabilities, ...point }) => ({
              ...("href" in point && { href: point.href }),
              x: frame.place(at),
              y: probabilities[option] ?? 0,
              at: `${formatInstant(at)} UTC`,
            }));
            const isMain = source === undefined;
            return { id, name, sign, colour, dashes: isMain ? "none" : "5 3", isMain, points: path };
          })}
        />
      </ChartSection>
    </ChartRow>
  );
}

type Point = Pick<Outputs["forecasts"]["overTime"]["points"][number], "asOf" | "modelVersion">;

/** Marks each change of the model version, because a new version may explain a change in probability. */
export function markVersions(points: readonly Point[], place: Frame["place"]): Mark[] {
  return points.flatMap(({ asOf, modelVersion }, index) => {
    const before = points[index - 1];
    if (before === undefined || before.modelVersion === modelVersion) return [];
    return [{ x: place(asOf), label: `version ${shortVersion(modelVersion)}` }];
  });
}

/** Symbols of the lines of a chart. They differ in shape, so that readers need not distinguish colours. */
const SIGNS = ["●", "▲", "■", "◆", "▼", "✚"];

/** Returns the symbol and the colour of each line, of at most six. */
function toSeries(ids: readonly string[]) {
  return ids
    .slice(0, SIGNS.length)
    .map((id, index) => ({ id, sign: SIGNS[index] ?? "●", colour: `var(--series-${index + 1})` }));
}
