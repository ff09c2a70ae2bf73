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

/** Reliability diagram: compares observed frequencies per bin with those expected of a calibrated forecaster. */
export function ReliabilityPanel({ record: { reliability, decomposition }, query, file }: ReliabilityPanelProps) {
  const hrefOf = (bin: number) => `${routes.trackRecord({ ...query, bin: String(bin), after: undefined })}#bin`;
  return (
    <Panel title="Reliability" aside={<a href={file}>Download CSV</a>}>
      <Reliability
        points={reliability}
        hrefOf={hrefOf}
        more={[{ name: "Effective", isNumber: true, show: ({ effective }) => formatCount(effective) }]}
      />
      <p className={styles.caption}>
        Each option of a question is one case, divided among the question’s forecasts, however many there are. For a
        calibrated forecaster, all bins lie within their bands in 95 of 100 track records. Forecasts of the same
        question share an outcome, so the effective count of independent cases is lower.
        {decomposition !== null && ` ${describeDecomposition(decomposition)}`}
      </p>
    </Panel>
  );
}
