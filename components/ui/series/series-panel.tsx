import { ChartRow, ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { countOf, formatDay, visible } from "#lib/format.ts";
import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import { SeriesChart, type SeriesChartProps } from "./series-chart.tsx";

type Chart = Omit<SeriesChartProps, "series">;

interface SeriesProps extends Chart {
  readonly all: readonly MeasuredSeries[];
}

/** More rows would make the page slow. */
const MAX_ROWS = 500;

/** Panel with a chart of every series. Renders nothing without a series. */
export function SeriesPanel(props: SeriesProps) {
  return (
    props.all.length > 0 && (
      <ChartRow>
        <SeriesSections {...props} />
      </ChartRow>
    )
  );
}

/** Section with a chart for every series. */
export function SeriesSections({ all, ...chart }: SeriesProps) {
  return all.map((series) => (
    <ChartSection
      key={series.name}
      title={visible(series.unit === null ? series.name : `${series.name}, ${series.unit}`)}
      sentence={describeSeries(series)}
      label="Values of the series over time"
      caption={describeChart(series, chart)}
      table={
        <DataTable
          label="Measurements"
          rows={series.measurements.slice(-MAX_ROWS)}
          keyOf={(_, index) => index}
          columns={[
            { name: "No.", isNumber: true, show: ({ observation }) => observation + 1 },
            { name: "Time", isName: true, show: ({ at }) => <TimeText exact at={at} /> },
            { name: "Value", isNumber: true, show: ({ value }) => String(value) },
          ]}
        />
      }
    >
      <SeriesChart series={series} {...chart} />
    </ChartSection>
  ));
}

function describeSeries({ measurements }: MeasuredSeries): string {
  const [first, last] = [measurements[0], measurements.at(-1)];
  if (first === undefined || last === undefined) return "No measurements.";
  if (first === last) return `One measurement on ${formatDay(first.at)}: ${first.value}.`;
  return `${countOf(measurements.length, "measurement")} from ${formatDay(first.at)} to ${formatDay(last.at)}. The latest is ${last.value}.`;
}

function describeChart({ unit, measurements, ranges }: MeasuredSeries, { resolvesAt, probabilities }: Chart): string {
  const axis = unit === null ? "" : `Vertical axis: ${visible(unit)}. `;
  const table = measurements.length > MAX_ROWS ? ` Table: the latest ${MAX_ROWS} measurements.` : "";
  if (ranges.length === 0) return `${axis}No valid partition assigns the values to the options.${table}`;
  const bars =
    probabilities === undefined ? "" : ` Bars: forecast probability of each range on ${formatDay(resolvesAt)}.`;
  return `${axis}Bands: range of values of each option.${bars}${table}`;
}
