import styles from "#components/ui/charts/chart.module.css";
import { ChartRow, ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, Histogram } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatDifference, formatScore } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { WithInterval } from "./with-interval.tsx";

type Ordered = NonNullable<Outputs["evaluations"]["report"]["all"]["ordered"]>;

const TICKS = [0, 0.5, 1].map((x) => ({ x, label: String(x) }));

/** Scores of the cases whose options are the intervals of a series. */
export function NumericQuestions({ ordered: { cases, rps, pit, lowest, highest } }: { readonly ordered: Ordered }) {
  const tails = [
    { name: "Lowest interval", ...lowest },
    { name: "Highest interval", ...highest },
  ];
  return (
    <ChartRow>
      <ChartSection
        title="Numeric questions"
        sentence={`Ranked probability score: ${formatScore(rps.value)} over ${countOf(cases, "case")}. Observed minus forecast: ${tails.map(({ name, difference }) => `${formatDifference(difference.value)} in the ${name.toLowerCase()}`).join(", ")}.`}
        label="Histogram of the probability integral transform"
        caption="Position of the outcome in the forecast distribution (probability integral transform). For a calibrated forecaster, all bars are about equally high. High bars at both ends: the forecasts are too narrow."
        table={
          <>
            <DataTable
              label="Outcomes in the lowest and the highest interval"
              rows={tails}
              keyOf={({ name }) => name}
              columns={[
                { name: "Interval", isName: true, show: ({ name }) => name },
                { name: "Forecast", isNumber: true, show: ({ forecast }) => formatPercent(forecast) },
                { name: "Observed", isNumber: true, show: ({ observed }) => formatPercent(observed) },
                {
                  name: "Difference",
                  isNumber: true,
                  show: ({ difference }) => <WithInterval figure={difference} byBlock />,
                },
              ]}
            />
            <DataTable
              label="Share of the cases by decile of the forecast distribution"
              rows={pit}
              keyOf={(_, bin) => bin}
              columns={[
                { name: "Decile", isName: true, show: (_, bin) => `${bin / 10} to ${(bin + 1) / 10}` },
                { name: "Cases", isNumber: true, show: (share) => formatPercent(share) },
              ]}
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
    </ChartRow>
  );
}
