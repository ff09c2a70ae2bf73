import { Grid } from "@mantine/core";
import Link from "next/link";
import styles from "#components/charts/chart.module.css";
import { DataTable } from "#components/ui/data-table.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import type { TrackRecordQuery } from "#lib/console/track-record-filter.ts";
import { formatCount, formatScore } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { describeReliability, nameBin, type Point, ReliabilityDiagram } from "./reliability-diagram.tsx";

type TrackRecord = Outputs["outcomes"]["scores"];

interface ReliabilityPanelProps {
  readonly record: TrackRecord;
  readonly query: TrackRecordQuery;
  readonly file: string;
}

/** How often what was forecast happened, bin by bin, beside what a calibrated forecaster would have got. */
export function ReliabilityPanel({ record: { reliability, decomposition }, query, file }: ReliabilityPanelProps) {
  const hrefOf = (bin: number) => `${routes.trackRecord({ ...query, bin: String(bin), after: undefined })}#bin`;
  return (
    <Panel title="Reliability" aside={<a href={file}>Download CSV</a>}>
      <p>{describeReliability(reliability)}</p>
      <Grid gap={{ base: "lg", md: 40 }}>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <ReliabilityDiagram points={reliability} hrefOf={hrefOf} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <DataTable
            label="Reliability by bin"
            rows={reliability}
            keyOf={({ bin }) => bin}
            columns={[
              {
                name: "Forecast",
                isName: true,
                show: ({ bin }: Point) => <Link href={hrefOf(bin)}>{nameBin(bin)}</Link>,
              },
              { name: "Mean", isNumber: true, show: ({ meanProbability }) => formatPercent(meanProbability) },
              { name: "Happened", isNumber: true, show: ({ frequency }) => formatPercent(frequency) },
              {
                name: "Band",
                isNumber: true,
                show: ({ band }) => `${formatPercent(band.low)} to ${formatPercent(band.high)}`,
              },
              { name: "Forecasts", isNumber: true, show: ({ forecasts }) => formatCount(forecasts) },
              { name: "Independent", isNumber: true, show: ({ effective }) => formatCount(effective) },
            ]}
          />
        </Grid.Col>
      </Grid>
      <p className={styles.remark}>
        Each option of a forecast counts once. The bands hold for all bins together in 95 of 100 calibrated records;
        forecasts that share a question’s option count for fewer than they are.
        {decomposition !== null &&
          ` Murphy’s decomposition of the Brier score per option: reliability ${formatScore(decomposition.reliability)} − resolution ${formatScore(decomposition.resolution)} + uncertainty ${formatScore(decomposition.uncertainty)}.`}
      </p>
    </Panel>
  );
}
