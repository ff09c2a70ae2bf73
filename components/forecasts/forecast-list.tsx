"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { NotVerified } from "#components/distribution/not-verified.tsx";
import { useTRPC } from "#components/frame/trpc.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { forecastsInput } from "#lib/page-query.ts";
import { type ForecastsQuery, routes } from "#lib/routes.ts";
import { ForecastFilters } from "./forecast-filters.tsx";
import styles from "./forecast-list.module.css";
import { ForecastRow } from "./forecast-row.tsx";

/** Recorded forecasts, the newest first, a page at a time. */
export function ForecastList({ query }: { readonly query: ForecastsQuery }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.list.queryOptions(forecastsInput(query)));
  const { task, release, from, before, after } = query;
  const filtered = [task, release, from, before, after].some((value) => value !== undefined);
  return (
    <Page>
      <PageHead
        title="Forecasts"
        about="Every request that was answered, as it was recorded."
        actions={<NotVerified />}
      />
      <ForecastFilters key={JSON.stringify(query)} query={query} />
      {data.forecasts.length === 0 ? (
        <NoForecasts filtered={filtered} />
      ) : (
        <ol className={styles.list}>
          {data.forecasts.map((forecast) => (
            <ForecastRow key={forecast.requestId} forecast={forecast} query={query} />
          ))}
        </ol>
      )}
      <Pager
        what="forecasts"
        newest={after === undefined ? undefined : routes.forecasts({ ...query, after: undefined })}
        older={data.next === null ? undefined : routes.forecasts({ ...query, after: String(data.next) })}
      />
    </Page>
  );
}

function NoForecasts({ filtered }: { readonly filtered: boolean }) {
  if (filtered) {
    return (
      <Empty title="No forecast fits these filters">
        Clear one of them. Refused requests are not here: the records list every attempt.
      </Empty>
    );
  }
  return (
    <Empty title="Nothing has been forecast yet">
      A forecast appears here once a reviewed request was answered, for a backend at <code>POST /v1/predict</code> or
      for a member at <code>forecasts.run</code>. <code>npm run predict -- examples/binary.json</code> makes the first
      one.
    </Empty>
  );
}
