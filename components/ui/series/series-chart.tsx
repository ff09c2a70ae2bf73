import chart from "#components/ui/charts/chart.module.css";
import { frameTime } from "#components/ui/charts/frame-time.ts";
import { AxisTicks } from "#components/ui/charts/histogram.tsx";
import { TimeMarks } from "#components/ui/charts/time-marks.tsx";
import { spreadLabels } from "#components/ui/charts/time-scale.ts";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatInstant } from "#lib/format.ts";
import { nameSpan } from "#lib/series/quantity.ts";
import type { MeasuredSeries } from "#lib/series/read-measured-series.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./series-chart.module.css";
import { scaleValues } from "./value-scale.ts";

export interface SeriesChartProps {
  readonly series: MeasuredSeries;
  readonly labels: OptionLabels;
  readonly asOf: string;
  readonly resolvesAt: string;
  /** The forecast, drawn as a histogram at the resolution date. */
  readonly probabilities?: Readonly<Record<string, number>> | undefined;
  readonly outcome?: { readonly option: string | null; readonly happenedAt: string } | null | undefined;
}

/** Maximum number of measurements with a dot each; more dots would cover the line. */
const MAX_DOTS = 100;
/** Height of the plot in pixels; must match `.tall` in chart.module.css. */
const HEIGHT = 300;
const LABEL_HEIGHT = 16;

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 4 });

/**
 * Draws the measurements over time in front of the options' ranges of values, with the forecast as a histogram at the
 * resolution date. Hidden from screen readers, because a table next to the chart has the same values.
 */
export function SeriesChart({ series, labels, asOf, resolvesAt, probabilities, outcome }: SeriesChartProps) {
  const { measurements, ranges } = series;
  const values = scaleValues(series);
  const event = outcome ? { happenedAt: outcome.happenedAt, label: "outcome" } : undefined;
  const frame = frameTime([...measurements.map(({ at }) => at), asOf], { resolvesAt, outcome: event });
  const marks = [{ x: frame.place(asOf), label: "cutoff" }, ...frame.marks];
  const bands = ranges.map((range) => {
    const { option, low, high } = range;
    const bottom = low === null ? 0 : values.place(low);
    const top = high === null ? 1 : values.place(high);
    const size = { bottom: `${bottom * 100}%`, height: `${(top - bottom) * 100}%` };
    const isOutcome = outcome?.option === option || undefined;
    return { option, range, size, middle: (bottom + top) / 2, isOutcome };
  });
  const heights = spreadLabels(
    bands.map(({ middle }) => middle),
    LABEL_HEIGHT / HEIGHT,
  );
  const points = measurements.map((one) => ({ ...one, x: frame.place(one.at), y: values.place(one.value) }));
  return (
    <div className={styles.container} aria-hidden="true">
      <div className={styles.chart} data-plain={probabilities === undefined || undefined}>
        <div className={`${chart.plot} ${chart.tall}`}>
          {bands.map(({ option, size, isOutcome }, index) => (
            <span
              key={option}
              className={styles.band}
              data-shaded={index % 2 === 0 || undefined}
              data-highest={index === bands.length - 1 || undefined}
              data-outcome={isOutcome}
              style={size}
            />
          ))}
          {probabilities !== undefined &&
            bands.map(({ option, size }) => (
              <span
                key={option}
                className={styles.bar}
                data-bar
                style={{ ...size, width: `calc(var(--bars) * ${probabilities[option] ?? 0})` }}
              />
            ))}
          {bands.map(({ option, range, isOutcome }, index) => (
            <span
              key={option}
              className={styles.name}
              data-outcome={isOutcome}
              title={nameOption(option, labels)}
              style={{ bottom: `${(heights[index] ?? 0) * 100}%` }}
            >
              <span className={styles.label} dir="auto">
                {nameOption(option, labels)}
              </span>
              <span className={styles.range}>{nameSpan(range)}</span>
              {probabilities !== undefined && (
                <span className={styles.percent}>{formatPercent(probabilities[option] ?? 0)}</span>
              )}
            </span>
          ))}
          {values.ticks.map((tick) => (
            <span key={tick} className={styles.level} style={{ bottom: `${values.place(tick) * 100}%` }}>
              {compact.format(tick)}
            </span>
          ))}
          <div className={styles.time}>
            <TimeMarks marks={marks} />
            <svg className={chart.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <polyline
                points={points.map(({ x, y }) => `${x * 100},${100 - y * 100}`).join(" ")}
                style={{ stroke: "var(--accent)" }}
              />
            </svg>
            {points.length <= MAX_DOTS &&
              points.map(({ observation, at, value, x, y }) => (
                <span
                  key={`${observation} ${at}`}
                  className={styles.point}
                  data-bar
                  title={`${value}, ${formatInstant(at)} UTC`}
                  style={{ left: `${x * 100}%`, bottom: `${y * 100}%` }}
                />
              ))}
          </div>
        </div>
        <div className={styles.axis}>
          <AxisTicks ticks={frame.ticks} />
        </div>
      </div>
    </div>
  );
}
