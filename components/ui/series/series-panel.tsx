import chart from "#components/ui/charts/chart.module.css";
import { ChartRow, ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, PercentLevels } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { visible } from "#lib/format.ts";
import { describeQuantity, nameThreshold, readQuantity } from "#lib/series/quantity.ts";
import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeChart, describeSeries, MAX_ROWS } from "./describe-series.ts";
import { SeriesChart, type SeriesChartProps } from "./series-chart.tsx";
import { scaleValues } from "./value-scale.ts";

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

interface QuantitySectionProps {
  readonly series: MeasuredSeries;
  readonly probabilities: Readonly<Record<string, number>>;
}

/** Chance of each bound of the ranges or more. Renders nothing without at least two bounds. */
function QuantitySection({ series: { ranges, unit, name }, probabilities }: QuantitySectionProps) {
  const quantity = readQuantity(ranges, probabilities);
  const [, second] = quantity?.thresholds ?? [];
  if (quantity === undefined || second === undefined) return null;
  const { thresholds } = quantity;
  const { place, ticks } = scaleValues({ measurements: [], ranges });
  return (
    <ChartSection
      title={`${visible(name)}: chance of a value or more`}
      sentence={describeQuantity(quantity)}
      label="Chance of each value or more"
      caption="Horizontal axis: the value. Vertical axis: probability, in percent. The dots are exact; between two dots, the chance lies in the shaded box."
      table={
        <DataTable
          label="Chance of each value or more"
          rows={thresholds}
          keyOf={(_, index) => index}
          columns={[
            { name: visible(unit ?? "Value"), isName: true, show: nameThreshold },
            { name: "Chance", isNumber: true, show: ({ probability }) => formatPercent(probability) },
          ]}
        />
      }
    >
      <div className={chart.axes}>
        <div className={`${chart.plot} ${chart.growing}`} aria-hidden="true">
          <PercentLevels />
          {[...thresholds, undefined].map((one, index) => {
            const before = thresholds[index - 1];
            const [left, right] = [before ? place(before.value) : 0, one ? place(one.value) : 1];
            const [top, bottom] = [before?.probability ?? 1, one?.probability ?? 0];
            return (
              <span
                key={one?.value ?? "rest"}
                data-bar
                className={chart.shade}
                style={{
                  left: `${left * 100}%`,
                  width: `${(right - left) * 100}%`,
                  bottom: `${bottom * 100}%`,
                  height: `max(2px, ${(top - bottom) * 100}%)`,
                }}
              />
            );
          })}
          {thresholds.map((one) => (
            <span
              key={nameThreshold(one)}
              className={chart.point}
              title={`${nameThreshold(one)}: ${formatPercent(one.probability)}`}
              style={{ left: `${place(one.value) * 100}%`, bottom: `${one.probability * 100}%` }}
            />
          ))}
        </div>
        <AxisTicks ticks={ticks.map((tick) => ({ x: place(tick), label: String(tick) }))} />
      </div>
    </ChartSection>
  );
}
