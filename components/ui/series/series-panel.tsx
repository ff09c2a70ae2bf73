import { ChartRow, ChartSection } from "#components/ui/charts/chart-section.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { visible } from "#lib/format.ts";
import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import { describeChart, describeSeries, MAX_ROWS } from "./describe-series.ts";
import { QuantitySection } from "./quantity-section.tsx";
import { SeriesChart, type SeriesChartProps } from "./series-chart.tsx";

interface SeriesProps extends Omit<SeriesChartProps, "series"> {
  readonly all: readonly MeasuredSeries[];
}

/** Panel with a chart of every series. Renders nothing without a series. */
export function SeriesPanel(props: SeriesProps) {
  const { all, probabilities } = props;
  return (
    all.length > 0 && (
      <ChartRow>
        <SeriesSections {...props} />
        {probabilities !== undefined &&
          all.map((series) => <QuantitySection key={series.name} series={series} probabilities={probabilities} />)}
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
