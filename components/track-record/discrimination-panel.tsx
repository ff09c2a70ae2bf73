import { Grid } from "@mantine/core";
import styles from "#components/ui/charts/chart.module.css";
import { nameBin } from "#components/ui/charts/describe-reliability.ts";
import { AxisTicks, Histogram, PERCENT_TICKS } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatDifference, formatWeight } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface DiscriminationPanelProps {
  readonly discrimination: NonNullable<Outputs["outcomes"]["scores"]["discrimination"]>;
  readonly file: string;
}

/** Compares the probabilities of the options that happened with those of the other options. */
export function DiscriminationPanel({ discrimination, file }: DiscriminationPanelProps) {
  const { bins, meanHappened, meanOthers, slope } = discrimination;
  const rows = bins.map((row, bin) => ({ ...row, bin })).filter(({ happened, others }) => happened + others > 0);
  const top = Math.max(...bins.flatMap(({ happenedShare, othersShare }) => [happenedShare, othersShare]));
  return (
    <Panel title="Discrimination" aside={<a href={file}>Download CSV</a>}>
      <p>
        Options that happened had a mean probability of {formatPercent(meanHappened)}, other options{" "}
        {formatPercent(meanOthers)}. The difference is {formatDifference(slope)}: 1 for a forecaster who is certain and
        right, 0 for one who does not distinguish the options.
      </p>
      <Grid gap={{ base: "lg", md: 40 }}>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <figure className={styles.figure} aria-label="Probabilities of options that happened and of other options">
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
            <figcaption className={styles.caption}>
              Horizontal axis: forecast probability, in percent. Vertical axis: share of the options, in percent. Dashed
              lines: means. Every question has the same weight.
            </figcaption>
          </figure>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DataTable
            label="Options by bin"
            rows={rows}
            keyOf={({ bin }) => bin}
            columns={[
              { name: "Forecast", isName: true, show: ({ bin }) => nameBin(bin) },
              { name: "Happened", isNumber: true, show: ({ happened }) => formatWeight(happened) },
              { name: "Share", isNumber: true, show: ({ happenedShare }) => formatPercent(happenedShare) },
              { name: "Others", isNumber: true, show: ({ others }) => formatWeight(others) },
              { name: "Share of others", isNumber: true, show: ({ othersShare }) => formatPercent(othersShare) },
            ]}
          />
        </Grid.Col>
      </Grid>
    </Panel>
  );
}
