import styles from "#components/ui/charts/chart.module.css";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { nameBin } from "#components/ui/charts/describe-reliability.ts";
import { AxisTicks, Histogram, PERCENT_TICKS } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatDifference, formatWeight } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface DiscriminationProps {
  readonly discrimination: NonNullable<Outputs["outcomes"]["scores"]["discrimination"]>;
  /** Number of questions by the probability bin of the most probable option. A question may be in several bins in part. */
  readonly tops: readonly number[];
  readonly files: { readonly discrimination: string; readonly sharpness: string };
}

/** First bin of the forecasts that the table's note calls confident: 80 % or more. */
const CONFIDENT = 8;

/** Compares the probabilities of the options that happened with those of the other options. */
export function Discrimination({ discrimination, tops, files }: DiscriminationProps) {
  const { bins, meanHappened, meanOthers, slope } = discrimination;
  const questions = sumOf(tops);
  const rows = bins.map((row, bin) => ({ ...row, bin, top: (tops[bin] ?? 0) / questions }));
  const top = Math.max(...bins.flatMap(({ happenedShare, othersShare }) => [happenedShare, othersShare]));
  return (
    <ChartSection
      title="Discrimination"
      file={files.discrimination}
      sentence={`Options that happened had a mean probability of ${formatPercent(meanHappened)}, other options ${formatPercent(meanOthers)}.`}
      label="Probabilities of options that happened and of other options"
      caption="Horizontal axis: forecast probability, in percent. Vertical axis: share of the options, in percent. Dashed lines: means. Every question has the same weight."
      table={
        <>
          <DataTable
            label="Options by bin"
            rows={rows.filter(({ happened, others }) => happened + others > 0)}
            keyOf={({ bin }) => bin}
            columns={[
              { name: "Forecast", isName: true, show: ({ bin }) => nameBin(bin) },
              { name: "Happened", isNumber: true, show: ({ happened }) => formatWeight(happened) },
              { name: "Share", isNumber: true, show: ({ happenedShare }) => formatPercent(happenedShare) },
              { name: "Others", isNumber: true, show: ({ others }) => formatWeight(others) },
              { name: "Share of others", isNumber: true, show: ({ othersShare }) => formatPercent(othersShare) },
              { name: "Most probable option", isNumber: true, show: (row) => formatPercent(row.top) },
            ]}
          />
          <p>
            The difference of the means is {formatDifference(slope)}: 1 for a forecaster who is certain and right, 0 for
            one who does not distinguish the options. The most probable option has a probability of 80 % or more in{" "}
            {formatPercent(sumOf(tops.slice(CONFIDENT)) / questions)} of the forecasts (
            <a href={files.sharpness}>sharpness as CSV</a>).
          </p>
        </>
      }
    >
      <div className={styles.axes}>
        {" "}
        <Histogram
          values={bins.map(({ happenedShare }) => happenedShare * 100)}
          top={top * 100}
          titleOf={(bin) => `${nameBin(bin)}: ${formatPercent(bins[bin]?.happenedShare ?? 0)}`}
          name="Options that happened"
          mark={meanHappened}
          isTall
        />
        <Histogram
          values={bins.map(({ othersShare }) => othersShare * 100)}
          top={top * 100}
          titleOf={(bin) => `${nameBin(bin)}: ${formatPercent(bins[bin]?.othersShare ?? 0)}`}
          name="Other options"
          mark={meanOthers}
          isTall
          isQuiet
        />
        <AxisTicks ticks={PERCENT_TICKS} />
      </div>{" "}
    </ChartSection>
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
