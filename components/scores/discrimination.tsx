import styles from "#components/ui/charts/chart.module.css";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, Histogram, PERCENT_TICKS } from "#components/ui/charts/histogram.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { formatDifference } from "#lib/format.ts";
import type { Section } from "#lib/scores/report.ts";
import { nameBin, OPTION_TABLE, optionBins } from "#lib/scores/score-tables.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeMeans } from "./describe-scores.ts";

interface DiscriminationProps {
  readonly section: Section;
  readonly file?: string;
}

/** Compares the probabilities of the options that happened with those of the other options. */
export function Discrimination({ section, file }: DiscriminationProps) {
  if (section.discrimination === null) return null;
  const { bins, meanHappened, meanOthers, slope } = section.discrimination;
  const top = Math.max(...bins.flatMap(({ happenedShare, othersShare }) => [happenedShare, othersShare]));
  return (
    <ChartSection
      title="Discrimination"
      {...(file !== undefined && { file })}
      sentence={describeMeans(section.discrimination)}
      label="Probabilities of options that happened and of other options"
      caption="Horizontal axis: forecast probability, in percent. Vertical axis: share of the options, in percent. Dashed lines: means. Every question has the same weight."
      table={
        <>
          <ReportTable
            label="Options by bin"
            table={OPTION_TABLE}
            rows={optionBins(section).filter(({ happened, others }) => happened + others > 0)}
            keyOf={({ bin }) => bin}
          />
          <p>
            The difference of the means is {formatDifference(slope)}: 1 for a forecaster who is certain and right, 0 for
            one who does not distinguish the options.
          </p>
        </>
      }
    >
      <div className={styles.axes}>
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
      </div>
    </ChartSection>
  );
}
