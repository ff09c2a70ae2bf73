import Link from "next/link";
import { ForecastRow } from "#components/forecasts/forecast-row.tsx";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { Panel } from "#components/ui/panel.tsx";
import rows from "#components/ui/rows.module.css";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import styles from "./latest-forecasts.module.css";

export function LatestForecasts({ forecasts }: { readonly forecasts: Outputs["forecasts"]["list"]["forecasts"] }) {
  if (forecasts.length === 0) {
    return (
      <Panel title="Latest forecasts">
        <p>
          None yet. <code>npm run predict -- examples/binary.json</code> makes the first one, with an example that is
          approved on a first start.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Latest forecasts" aside={<NotVerified />}>
      <ol className={rows.list}>
        {forecasts.map((forecast) => (
          <ForecastRow key={forecast.requestId} forecast={forecast} />
        ))}
      </ol>
      <p className={styles.more}>
        <Link href={routes.forecasts()}>All forecasts</Link>
      </p>
    </Panel>
  );
}
