import { Grid } from "@mantine/core";
import styles from "#components/ui/charts/chart.module.css";
import { nameBin } from "#components/ui/charts/describe-reliability.ts";
import { AxisTicks, Histogram, PERCENT_TICKS } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { formatPercent } from "#lib/stats/format-percent.ts";

interface SharpnessPanelProps {
  /** Number of questions by the probability bin of the most probable option. A question may be in several bins in part. */
  readonly counts: readonly number[];
  readonly file: string;
}

/** Shows how confident the forecasts are, regardless of outcomes: the distribution of their highest probability. */
export function SharpnessPanel({ counts, file }: SharpnessPanelProps) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const sure = counts.slice(8).reduce((sum, count) => sum + count, 0);
  const rows = counts.map((count, bin) => ({ bin, count })).filter(({ count }) => count > 0);
  return (
    <Panel title="Sharpness" aside={<a href={file}>Download CSV</a>}>
      <p>
        The most probable option has a probability of 80 % or more in {formatPercent(sure / total)} of the forecasts,
        where every question has the same weight.
      </p>
      <Grid gap={{ base: "lg", md: 40 }}>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <figure className={styles.figure} aria-label="Forecasts by the probability of their most probable option">
            <Histogram
              values={counts.map((count) => (count / total) * 100)}
              titleOf={(bin) => `${nameBin(bin)}: ${formatPercent((counts[bin] ?? 0) / total)}`}
              name="Forecasts"
              isTall
            />
            <AxisTicks ticks={PERCENT_TICKS} />
            <figcaption className={styles.caption}>
              Horizontal axis: probability of the most probable option, in percent. Vertical axis: share of forecasts,
              in percent.
            </figcaption>
          </figure>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DataTable
            label="Forecasts by bin"
            rows={rows}
            keyOf={({ bin }) => bin}
            columns={[
              { name: "Most probable option", isName: true, show: ({ bin }) => nameBin(bin) },
              { name: "Share", isNumber: true, show: ({ count }) => formatPercent(count / total) },
            ]}
          />
        </Grid.Col>
      </Grid>
    </Panel>
  );
}
