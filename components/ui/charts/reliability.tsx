import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { formatCount, formatScore, formatWeight } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Decomposition } from "#lib/stats/reliability.ts";
import { ChartSection } from "./chart-section.tsx";
import { describeReliability, nameBin, type Point } from "./describe-reliability.ts";
import { ReliabilityDiagram } from "./reliability-diagram.tsx";

interface ReliabilityProps {
  readonly points: readonly Point[];
  readonly decomposition: Decomposition | null | undefined;
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
  const columns: readonly Column<Point>[] = [
    {
      name: "Forecast",
      isName: true,
      show: ({ bin }) => (hrefOf === undefined ? nameBin(bin) : <Link href={hrefOf(bin)}>{nameBin(bin)}</Link>),
    },
    { name: "Mean", isNumber: true, show: ({ meanProbability }) => formatPercent(meanProbability) },
    { name: "Observed", isNumber: true, show: ({ frequency }) => formatPercent(frequency) },
    {
      name: "Band",
      isNumber: true,
      show: ({ band }) => `${formatPercent(band.low)} to ${formatPercent(band.high)}`,
    },
    { name: "Options", isNumber: true, show: ({ weight }) => formatWeight(weight) },
    { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
    { name: "Effective", isNumber: true, show: ({ effective }) => formatCount(effective) },
  ];
  return (
    <>
      <DataTable label="Reliability by bin" rows={points} keyOf={({ bin }) => bin} columns={columns} />
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
