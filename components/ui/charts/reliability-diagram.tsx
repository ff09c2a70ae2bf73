import { Link } from "#components/ui/link.tsx";
import { formatWeight } from "#lib/format.ts";
import { nameBin } from "#lib/scores/score-tables.ts";
import { isOutside } from "#lib/stats/calibration.ts";
import { BINS, type ReliabilityPoint } from "#lib/stats/reliability.ts";
import styles from "./chart.module.css";
import { describePoint } from "./describe-reliability.ts";
import { AxisTicks, Histogram, PERCENT_TICKS, PercentLevels } from "./histogram.tsx";

interface ReliabilityDiagramProps {
  readonly points: readonly ReliabilityPoint[];
  readonly hrefOf?: (bin: number) => string;
}

/** Diameter of the largest dot in pixels. */
const LARGEST = 20;
const SMALLEST = 7;

/**
 * Plots the observed frequency of each bin against its mean forecast probability, with the band of the bin. The area of
 * a dot is proportional to the effective number of cases. A histogram below shows the number of options in each bin.
 */
export function ReliabilityDiagram({ points, hrefOf }: ReliabilityDiagramProps) {
  const weights = Array.from({ length: BINS }, (_, bin) => points.find((one) => one.bin === bin)?.weight ?? 0);
  const most = Math.max(...points.map(({ effective }) => effective));
  return (
    <div className={styles.axes}>
      <div className={`${styles.plot} ${styles.square}`} aria-hidden="true">
        <PercentLevels />
        {points.map(({ bin, band }) => (
          <span
            key={bin}
            className={styles.shade}
            data-bar
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
        </svg>
        {points.map((point) => {
          const size = Math.max(SMALLEST, LARGEST * Math.sqrt(point.effective / most));
          const mark = {
            className: styles.sizedPoint,
            title: describePoint(point),
            "data-outside": isOutside(point) || undefined,
            style: {
              left: `${point.meanProbability * 100}%`,
              bottom: `${point.frequency * 100}%`,
              width: size,
              height: size,
            },
          };
          if (hrefOf === undefined) return <span key={point.bin} {...mark} />;
          return <Link key={point.bin} {...mark} tabIndex={-1} href={hrefOf(point.bin)} />;
        })}
      </div>
      <AxisTicks ticks={PERCENT_TICKS} />
      <Histogram
        values={weights}
        titleOf={(bin) => `${nameBin(bin)}: ${formatWeight(weights[bin] ?? 0)} options`}
        name="Options"
        isQuiet
      />
    </div>
  );
}
