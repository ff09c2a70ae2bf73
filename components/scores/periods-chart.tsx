import styles from "#components/ui/charts/chart.module.css";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, Histogram } from "#components/ui/charts/histogram.tsx";
import { TimeMarks } from "#components/ui/charts/time-marks.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf } from "#lib/format.ts";
import type { Period } from "#lib/scores/report.ts";
import { PERIOD_TABLE } from "#lib/scores/score-tables.ts";
import { shortVersion } from "#lib/short-version.ts";
import { describePeriods, namePeriod } from "./describe-scores.ts";

/** Model versions, earliest first. */
export type Versions = Outputs["outcomes"]["scores"]["versions"];

interface PeriodsChartProps {
  readonly periods: readonly Period[];
  /** Date that the periods divide: "resolution date". */
  readonly date: string;
  readonly versions?: Versions | undefined;
  readonly file?: string | undefined;
}

export function PeriodsChart({ periods, date, versions = [], file }: PeriodsChartProps) {
  if (periods.length === 0) return null;
  return (
    <ChartSection
      title="Score over time"
      {...(file !== undefined && { file })}
      sentence={describePeriods(periods)}
      label="Mean Brier score and number of questions over time"
      caption={
        <>
          {`Above: mean Brier score, 0 to 2, by ${date}. Vertical bars show 95 % confidence intervals. Below: number of questions.`}
          {versions.length > 1 && " Dashed lines: the first month with scores of another model version."}
          {versions.length > 1 && (
            <ul>
              {versions.map(({ version, month, change }) => (
                <li key={version}>
                  {namePeriod({ value: month })}: <code title={version}>{shortVersion(version)}</code> {change}
                </li>
              ))}
            </ul>
          )}
        </>
      }
      table={
        <ReportTable
          label="Scores by month"
          table={PERIOD_TABLE}
          rows={periods.toReversed()}
          keyOf={({ value }) => value}
          shows={{ "Period (UTC)": namePeriod }}
        />
      }
    >
      <Chart periods={periods} versions={versions} />
    </ChartSection>
  );
}

const MAX_TICKS = 6;

/** Mean score of each period with its interval, above the number of questions. */
function Chart({ periods, versions }: Pick<PeriodsChartProps, "periods"> & { readonly versions: Versions }) {
  const highest = Math.max(0.1, ...periods.map(({ brier }) => brier.interval?.high ?? brier.value));
  const top = Math.ceil(highest * 10) / 10;
  const points = periods.map(({ value, brier }, index) => ({
    value,
    x: (index + 0.5) / periods.length,
    y: brier.value / top,
    low: (brier.interval?.low ?? brier.value) / top,
    high: (brier.interval?.high ?? brier.value) / top,
  }));
  const every = Math.ceil(periods.length / MAX_TICKS);
  const ticks = points
    .filter((_, index) => index % every === 0)
    .map((point) => ({ x: point.x, label: namePeriod(point) }));
  const marks = versions.slice(1).map(({ version, month }) => ({
    x: periods.findIndex(({ value }) => value === month) / periods.length,
    label: `version ${shortVersion(version)}`,
  }));
  return (
    <div className={styles.axes}>
      <div className={`${styles.plot} ${styles.growing}`} aria-hidden="true">
        {[0, 0.5, 1].map((level) => (
          <span key={level} className={styles.level} style={{ bottom: `${level * 100}%` }}>
            {(level * top).toFixed(2)}
          </span>
        ))}
        <TimeMarks marks={marks} />
        {points.map(({ value, x, low, high }) => (
          <span
            key={value}
            className={styles.band}
            data-bar
            style={{ left: `${x * 100}%`, bottom: `${low * 100}%`, height: `max(2px, ${(high - low) * 100}%)` }}
          />
        ))}
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polyline points={points.map(({ x, y }) => `${x * 100},${100 - y * 100}`).join(" ")} />
        </svg>
        {points.map(({ value, x, y }) => (
          <span key={value} className={styles.point} style={{ left: `${x * 100}%`, bottom: `${y * 100}%` }} />
        ))}
      </div>
      <AxisTicks ticks={ticks} />
      <Histogram
        values={periods.map(({ questions }) => questions)}
        titleOf={(index) => `${periods[index]?.value}: ${countOf(periods[index]?.questions ?? 0, "question")}`}
        name="Questions"
        isQuiet
      />
    </div>
  );
}
