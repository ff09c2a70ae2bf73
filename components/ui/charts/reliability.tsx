import { Grid } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { formatCount, formatScore, formatWeight } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeReliability, nameBin, type Point } from "./describe-reliability.ts";
import { ReliabilityDiagram } from "./reliability-diagram.tsx";

interface ReliabilityProps<P extends Point> {
  readonly points: readonly P[];
  readonly hrefOf?: (bin: number) => string;
  readonly more?: readonly Column<P>[];
}

export function Reliability<P extends Point>({ points, hrefOf, more = [] }: ReliabilityProps<P>) {
  return (
    <>
      <p>{describeReliability(points)}</p>
      <Grid gap={{ base: "lg", md: 40 }}>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <ReliabilityDiagram points={points} {...(hrefOf && { hrefOf })} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DataTable
            label="Reliability by bin"
            rows={points}
            keyOf={({ bin }) => bin}
            columns={[
              {
                name: "Forecast",
                isName: true,
                show: ({ bin }) =>
                  hrefOf === undefined ? nameBin(bin) : <Link href={hrefOf(bin)}>{nameBin(bin)}</Link>,
              },
              { name: "Mean forecast", isNumber: true, show: ({ meanProbability }) => formatPercent(meanProbability) },
              { name: "Observed", isNumber: true, show: ({ frequency }) => formatPercent(frequency) },
              {
                name: "Band",
                isNumber: true,
                show: ({ band }) => `${formatPercent(band.low)} to ${formatPercent(band.high)}`,
              },
              { name: "Options", isNumber: true, show: ({ weight }) => formatWeight(weight) },
              { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
              ...more,
            ]}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}

interface Decomposition {
  readonly reliability: number;
  readonly resolution: number;
  readonly uncertainty: number;
}

export function describeDecomposition({ reliability, resolution, uncertainty }: Decomposition): string {
  return `Murphy’s decomposition of the Brier score per option: reliability ${formatScore(reliability)} − resolution ${formatScore(resolution)} + uncertainty ${formatScore(uncertainty)}.`;
}
