import styles from "#components/ui/charts/chart.module.css";
import { describeDecomposition, Reliability } from "#components/ui/charts/reliability.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";

type TrackRecord = Outputs["outcomes"]["scores"];

interface ReliabilityPanelProps {
  readonly record: TrackRecord;
  readonly query: TrackRecordQuery;
  readonly file: string;
}

/** Observed frequencies by bin, compared with those of a calibrated forecaster. */
export function ReliabilityPanel({ record: { reliability, decomposition }, query, file }: ReliabilityPanelProps) {
  const hrefOf = (bin: number) => `${routes.trackRecord({ ...query, bin: String(bin), after: undefined })}#bin`;
  return (
    <Panel title="Reliability" aside={<a href={file}>Download CSV</a>}>
      <Reliability
        points={reliability}
        hrefOf={hrefOf}
        more={[{ name: "Independent", isNumber: true, show: ({ effective }) => formatCount(effective) }]}
      />
      <p className={styles.caption}>
        Each option of a forecast counts once. The bands hold for all bins together in 95 of 100 calibrated records;
        forecasts that share a question’s option count for fewer than they are.
        {decomposition !== null && ` ${describeDecomposition(decomposition)}`}
      </p>
    </Panel>
  );
}
