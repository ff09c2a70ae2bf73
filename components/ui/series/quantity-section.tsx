import chart from "#components/ui/charts/chart.module.css";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, PercentLevels } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { visible } from "#lib/format.ts";
import { describeQuantity, nameThreshold, readQuantity } from "#lib/series/quantity.ts";
import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { scaleValues } from "./value-scale.ts";

interface QuantitySectionProps {
  readonly series: MeasuredSeries;
  readonly probabilities: Readonly<Record<string, number>>;
}

/** Chance of each bound of the ranges or more. Renders nothing without at least two bounds. */
export function QuantitySection({ series: { ranges, unit, name }, probabilities }: QuantitySectionProps) {
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
