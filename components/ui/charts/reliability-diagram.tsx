import { Link } from "#components/ui/link.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./chart.module.css";

export type Point = Outputs["outcomes"]["scores"]["reliability"][number];

export function nameBin(bin: number): string {
  return `${bin * 10} to ${bin * 10 + 10} %`;
}

function sayPoint({ bin, frequency }: Point): string {
  return `forecast ${nameBin(bin)}, observed ${formatPercent(frequency)}`;
}

/** Returns a sentence that lists the bins whose observed frequency is outside the band. */
export function describeReliability(points: readonly Point[]): string {
  const outside = points.filter(({ frequency, band }) => frequency < band.low || frequency > band.high);
  if (outside.length === 0) return "All bins lie within their bands: no evidence of miscalibration.";
  const bins = outside.length === 1 ? "1 bin" : `${outside.length} bins`;
  return `${bins} of ${points.length} outside the band: ${outside.map(sayPoint).join("; ")}.`;
}

interface ReliabilityDiagramProps {
  readonly points: readonly Point[];
  readonly hrefOf?: (bin: number) => string;
}

/** Plots the observed frequency of each bin against its mean forecast probability, with the band of the bin. */
export function ReliabilityDiagram({ points, hrefOf }: ReliabilityDiagramProps) {
  return (
    <figure className={styles.figure} aria-label="Observed frequency against forecast probability">
      <div className={`${styles.plot} ${styles.square}`} aria-hidden="true">
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
        {points.map((point) => {
          const mark = {
            className: styles.point,
            title: sayPoint(point),
            style: { left: `${point.meanProbability * 100}%`, bottom: `${point.frequency * 100}%` },
          };
          if (hrefOf === undefined) return <span key={point.bin} {...mark} />;
          return <Link key={point.bin} {...mark} tabIndex={-1} href={hrefOf(point.bin)} />;
        })}
      </div>
      <figcaption className={styles.caption}>
        Horizontal axis: forecast probability, in percent. Vertical axis: observed frequency, in percent. Bars: range
        expected from a calibrated forecaster. Diagonal: perfect calibration.
      </figcaption>
    </figure>
  );
}
