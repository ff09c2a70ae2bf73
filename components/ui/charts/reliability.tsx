import { Link } from "#components/ui/link.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { formatScore, formatWeight } from "#lib/format.ts";
import { nameBin, RELIABILITY_TABLE } from "#lib/scores/score-tables.ts";
import { isOutside } from "#lib/stats/calibration.ts";
import { BINS, type Decomposition, type ReliabilityPoint } from "#lib/stats/reliability.ts";
import styles from "./chart.module.css";
import { ChartSection } from "./chart-section.tsx";
import { describePoint, describeReliability } from "./describe-reliability.ts";
import { AxisTicks, Histogram, PERCENT_TICKS, PercentLevels } from "./histogram.tsx";

interface ReliabilityProps {
  readonly points: readonly ReliabilityPoint[];
  readonly decomposition: Decomposition | null;
  readonly hrefOf?: (bin: number) => string;
  readonly file?: string;
}

/** Reliability diagram: compares observed frequencies per bin with those expected of a calibrated forecaster. */
export function Reliability({ points, decomposition, hrefOf, file }: ReliabilityProps) {
  return (
    <ChartSection
      title="Reliability"
      {...(file !== undefined && { file })}
      sentence={describeReliability(points)}
      label="Observed frequency against forecast probability"
      caption="Horizontal axis: forecast probability, in percent. Vertical axis: observed frequency, in percent. Shaded: band of a calibrated forecaster. Dashed: perfect calibration. Dot area: effective cases; squares lie outside their band."
      table={<ReliabilityTable points={points} decomposition={decomposition} {...(hrefOf && { hrefOf })} />}
    >
      <ReliabilityDiagram points={points} {...(hrefOf && { hrefOf })} />
    </ChartSection>
  );
}

function ReliabilityTable({ points, decomposition, hrefOf }: Omit<ReliabilityProps, "file">) {
  const linkOf = ({ bin }: ReliabilityPoint) => hrefOf && <Link href={hrefOf(bin)}>{nameBin(bin)}</Link>;
  return (
    <>
      <ReportTable
        label="Reliability by bin"
        table={RELIABILITY_TABLE}
        rows={points}
        keyOf={({ bin }) => bin}
        {...(hrefOf && { shows: { Forecast: linkOf } })}
      />
      <p>
        Each option of a question is one case, divided among the question’s forecasts, however many there are. For a
        calibrated forecaster, all bins lie within their bands in 95 of 100 records. Forecasts of the same question
        share an outcome, so the effective count of independent cases is lower.
        {decomposition && ` ${describeDecomposition(decomposition)}`}
      </p>
    </>
  );
}

function describeDecomposition({ reliability, resolution, uncertainty }: Decomposition): string {
  return `Murphy’s decomposition of the Brier score per option: reliability ${formatScore(reliability)} − resolution ${formatScore(resolution)} + uncertainty ${formatScore(uncertainty)}.`;
}

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
function ReliabilityDiagram({ points, hrefOf }: ReliabilityDiagramProps) {
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
