import { Link } from "#components/ui/link.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { formatScore } from "#lib/format.ts";
import { nameBin, RELIABILITY_TABLE } from "#lib/scores/score-tables.ts";
import type { Decomposition, ReliabilityPoint } from "#lib/stats/reliability.ts";
import { ChartSection } from "./chart-section.tsx";
import { describeReliability } from "./describe-reliability.ts";
import { ReliabilityDiagram } from "./reliability-diagram.tsx";

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
