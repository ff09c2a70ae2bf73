import { Grid } from "@mantine/core";
import Link from "next/link";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import type { TrackRecordQuery } from "#lib/console/track-record-filter.ts";
import { countOf, formatCount, formatScore } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./charts.module.css";

type TrackRecord = Outputs["outcomes"]["scores"];
type Point = TrackRecord["reliability"][number];

interface ReliabilityPanelProps {
  readonly record: TrackRecord;
  readonly query: TrackRecordQuery;
  readonly file: string;
}

/** How often what was forecast happened, bin by bin, beside what a calibrated forecaster would have got. */
export function ReliabilityPanel({ record: { reliability, decomposition }, query, file }: ReliabilityPanelProps) {
  const outside = reliability.filter(({ frequency, band }) => frequency < band.low || frequency > band.high);
  return (
    <Panel title="Reliability" aside={<a href={file}>Download CSV</a>}>
      <p>
        {outside.length === 0
          ? "Every bin lies within its band: nothing here speaks against calibration."
          : `${countOf(outside.length, "bin")} of ${reliability.length} outside the band: ${outside.map(sayPoint).join("; ")}.`}
      </p>
      <Grid gap={{ base: "lg", md: 40 }}>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Diagram points={reliability} query={query} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DataTable
            label="Reliability by bin"
            rows={reliability}
            keyOf={({ bin }) => bin}
            columns={[
              {
                name: "Forecast",
                isName: true,
                show: ({ bin }: Point) => (
                  <Link href={`${routes.trackRecord({ ...query, bin: String(bin), after: undefined })}#bin`}>
                    {nameBin(bin)}
                  </Link>
                ),
              },
              { name: "Mean", isNumber: true, show: ({ meanProbability }) => formatPercent(meanProbability) },
              { name: "Happened", isNumber: true, show: ({ frequency }) => formatPercent(frequency) },
              {
                name: "Band",
                isNumber: true,
                show: ({ band }) => `${formatPercent(band.low)} to ${formatPercent(band.high)}`,
              },
              { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
              { name: "Independent", isNumber: true, show: ({ effective }) => formatCount(effective) },
            ]}
          />
        </Grid.Col>
      </Grid>
      <p className={styles.remark}>
        Each option of a forecast counts once. The bands hold for all bins together in 95 of 100 calibrated records;
        forecasts that share a question’s option count for fewer than they are.
        {decomposition !== null &&
          ` Murphy’s decomposition of the Brier score per option: reliability ${formatScore(decomposition.reliability)} − resolution ${formatScore(decomposition.resolution)} + uncertainty ${formatScore(decomposition.uncertainty)}.`}
      </p>
    </Panel>
  );
}

function sayPoint({ bin, frequency }: Point): string {
  return `forecast ${nameBin(bin)}, happened ${formatPercent(frequency)}`;
}

export function nameBin(bin: number): string {
  return `${bin * 10} to ${bin * 10 + 10} %`;
}

function Diagram({ points, query }: { readonly points: readonly Point[]; readonly query: TrackRecordQuery }) {
  return (
    <figure className={styles.figure} aria-label="Observed frequency against forecast probability">
      <div className={styles.square} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((level) => (
          <span key={level} className={styles.level} style={{ bottom: `${level * 100}%` }}>
            {level * 100}
          </span>
        ))}
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <line x1="0" y1="100" x2="100" y2="0" />
          <polyline
            points={points.map((one) => `${one.meanProbability * 100},${100 - one.frequency * 100}`).join(" ")}
          />
        </svg>
        {points.map(({ bin, meanProbability, band }) => (
          <span
            key={bin}
            className={styles.band}
            style={{
              left: `${meanProbability * 100}%`,
              bottom: `${band.low * 100}%`,
              height: `max(2px, ${(band.high - band.low) * 100}%)`,
            }}
          />
        ))}
        {points.map((point) => (
          <Link
            key={point.bin}
            className={styles.point}
            tabIndex={-1}
            href={`${routes.trackRecord({ ...query, bin: String(point.bin), after: undefined })}#bin`}
            prefetch={false}
            title={sayPoint(point)}
            style={{ left: `${point.meanProbability * 100}%`, bottom: `${point.frequency * 100}%` }}
          />
        ))}
      </div>
      <figcaption className={styles.caption}>
        Across: forecast probability, in percent. Up: how often it happened. Bars: the bands. On the diagonal:
        calibrated.
      </figcaption>
    </figure>
  );
}
