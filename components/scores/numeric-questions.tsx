import styles from "#components/ui/charts/chart.module.css";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, Histogram } from "#components/ui/charts/histogram.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { countOf, formatDifference } from "#lib/format.ts";
import type { Ordered } from "#lib/scores/report.ts";
import { PIT_TABLE, TAIL_TABLE, tailsOf } from "#lib/scores/score-tables.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

const TICKS = [0, 0.5, 1].map((x) => ({ x, label: String(x) }));

/** Forecasts whose options are the intervals of a series. */
export function NumericQuestions({ ordered }: { readonly ordered: Ordered }) {
  const { forecasts, pit } = ordered;
  const tails = tailsOf(ordered);
  return (
    <ChartSection
      title="Numeric questions"
      sentence={`${countOf(forecasts, "forecast")}. Observed minus forecast: ${tails.map(({ name, difference }) => `${formatDifference(difference.value)} in the ${name.toLowerCase()}`).join(", ")}.`}
      label="Histogram of the probability integral transform"
      caption="Position of the outcome in the forecast distribution (probability integral transform). For a calibrated forecaster, all bars are about equally high. High bars at both ends: the forecasts are too narrow."
      table={
        <>
          <ReportTable
            label="Outcomes in the lowest and the highest interval"
            table={TAIL_TABLE}
            rows={tails}
            keyOf={({ name }) => name}
          />
          <ReportTable
            label="Share of the outcomes by decile of the forecast distribution"
            table={PIT_TABLE}
            rows={pit}
          />
        </>
      }
    >
      <div className={styles.axes}>
        <Histogram
          values={pit.map((share) => 100 * share)}
          top={100 * Math.max(2 / pit.length, ...pit)}
          titleOf={(bin) => `${bin / 10} to ${(bin + 1) / 10}: ${formatPercent(pit[bin] ?? 0)}`}
          name="Share of the cases, in percent"
          isTall
        />
        <AxisTicks ticks={TICKS} />
      </div>
    </ChartSection>
  );
}
