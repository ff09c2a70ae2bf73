import { Link } from "#components/ui/link.tsx";
import { formatWeight } from "#lib/format.ts";
import { BINS } from "#lib/stats/reliability.ts";
import styles from "./chart.module.css";
import { describePoint, nameBin, type Point } from "./describe-reliability.ts";
import { AxisTicks, Histogram, PERCENT_TICKS } from "./histogram.tsx";

interface ReliabilityDiagramProps {
  readonly points: readonly Point[];
  readonly hrefOf?: (bin: number) => string;
}

/**
 * Plots the observed frequency of each bin against its mean forecast probability, with the band of the bin. A histogram
 * below shows the number of options in each bin.
 */
export function ReliabilityDiagram({ points, hrefOf }: ReliabilityDiagramProps) {
  const weights = Array.from({ length: BINS }, (_, bin) => points.find((one) => one.bin === bin)?.weight ?? 0);
  return (
    <figure className={styles.figure} aria-label="Observed frequency against forecast probability">
      <div className={`${styles.plot} ${styles.square}`} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((level) => (
          <span key={level} className={styles.level} style={{ bottom: `${level * 100}%` }}>
            {level * 100}
          </span>
        ))}
        {points.map(({ bin, band }) => (
          <span
            key={bin}
            className={styles.shade}
            style={{
              left: `${(bin / BINS) * 100}%`,
              width: `${100 / BINS}%`,
              bottom: `${band.low * 100}%`,
              height: `max(2px, ${(band.high - band.low) * 100}%)`,
            }}
          />
        ))}
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <line x1="0" y1="100" x2="100" y2="0" />
          <polyline
            points={points.map((one) => `${one.meanProbability * 100},${100 - one.frequency * 100}`).join(" ")}
          />
        </svg>
        {points.map((point) => {
          const mark = {
            className: styles.point,
            title: describePoint(point),
            style: { left: `${point.meanProbability * 100}%`, bottom: `${point.frequency * 100}%` },
          };
          if (hrefOf === undefined) return <span key={point.bin} {...mark} />;
          return <Link key={point.bin} {...mark} tabIndex={-1} href={hrefOf(point.bin)} />;
        })}
      </div>
      <div className={styles.narrow}>
        <Histogram
          values={weights}
          titleOf={(bin) => `${nameBin(bin)}: ${formatWeight(weights[bin] ?? 0)} options`}
          name="Options"
          isQuiet
        />
        <AxisTicks ticks={PERCENT_TICKS} />
      </div>
      <figcaption className={styles.caption}>
        Horizontal axis: forecast probability, in percent. Vertical axis: observed frequency, in percent. Shaded: range
        expected from a calibrated forecaster. Diagonal: perfect calibration. Columns: number of options.
      </figcaption>
    </figure>
  );
}
