import styles from "#components/ui/charts/chart.module.css";
import { ChartSection } from "#components/ui/charts/chart-section.tsx";
import { AxisTicks, Histogram } from "#components/ui/charts/histogram.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatCount, formatDay, formatScore } from "#lib/format.ts";
import { Figure } from "./figure.tsx";

type Month = Outputs["outcomes"]["scores"]["months"][number];

interface ScoreOverTimeProps {
  readonly months: readonly Month[];
  readonly file: string;
}

export function ScoreOverTime({ months, file }: ScoreOverTimeProps) {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <ChartSection
      title="Score over time"
      file={file}
      sentence={
        months.length === 1
          ? `All questions resolved in ${monthOf(first)}.`
          : `Mean Brier score: ${formatScore(first.brier.value)} in ${monthOf(first)}, ${formatScore(last.brier.value)} in ${monthOf(last)}.`
      }
      label="Mean Brier score and number of questions by month"
      caption="Above: mean Brier score, 0 to 2, by month of the resolution date. Vertical bars show 95 % confidence intervals. Below: number of questions."
      table={
        <DataTable
          label="Scores by month"
          rows={months.toReversed()}
          keyOf={({ value }) => value}
          columns={[
            { name: "Month (UTC)", isName: true, show: monthOf },
            { name: "Brier score", isNumber: true, show: ({ brier }) => <Figure figure={brier} /> },
            { name: "Log score", isNumber: true, show: ({ log }) => <Figure figure={log} /> },
            { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
            { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
          ]}
        />
      }
    >
      <Chart months={months} />
    </ChartSection>
  );
}

/** Returns the name of a month: "Aug 2026". */
function monthOf({ value }: Pick<Month, "value">): string {
  return formatDay(`${value}-01T00:00:00Z`).slice(2);
}

const MAX_TICKS = 6;

/** Mean score of each month with its interval, above the number of questions. */
function Chart({ months }: Pick<ScoreOverTimeProps, "months">) {
  const highest = Math.max(0.1, ...months.map(({ brier }) => brier.interval?.high ?? brier.value));
  const top = Math.ceil(highest * 10) / 10;
  const points = months.map(({ value, brier }, index) => ({
    value,
    x: (index + 0.5) / months.length,
    y: brier.value / top,
    low: (brier.interval?.low ?? brier.value) / top,
    high: (brier.interval?.high ?? brier.value) / top,
  }));
  const every = Math.ceil(months.length / MAX_TICKS);
  const ticks = points
    .filter((_, index) => index % every === 0)
    .map((point) => ({ x: point.x, label: monthOf(point) }));
  return (
    <div className={styles.axes}>
      <div className={`${styles.plot} ${styles.growing}`} aria-hidden="true">
        {[0, 0.5, 1].map((level) => (
          <span key={level} className={styles.level} style={{ bottom: `${level * 100}%` }}>
            {(level * top).toFixed(2)}
          </span>
        ))}
        {points.map(({ value, x, low, high }) => (
          <span
            key={value}
            className={styles.band}
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
        values={months.map(({ questions }) => questions)}
        titleOf={(index) => `${months[index]?.value}: ${countOf(months[index]?.questions ?? 0, "question")}`}
        name="Questions"
        isQuiet
      />
    </div>
  );
}
