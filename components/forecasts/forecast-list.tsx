"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Pager } from "#components/ui/pager.tsx";
import rows from "#components/ui/rows.module.css";
import { useTRPC } from "#components/ui/trpc.ts";
import type { forecastsInput } from "#lib/console/page-query.ts";
import { type ForecastsQuery, routes } from "#lib/console/routes.ts";
import { CompareForm } from "./compare-form.tsx";
import styles from "./forecast-list.module.css";
import { ForecastRow } from "./forecast-row.tsx";
import { NoForecasts } from "./no-forecasts.tsx";
import { NotVerified } from "./not-verified.tsx";

interface ForecastListProps {
  readonly query: ForecastsQuery;
  /** What `forecasts.list` is asked for it. */
  readonly input: ReturnType<typeof forecastsInput>;
  readonly filters: ReactNode;
  /** Addresses of the downloads of what the filters leave. */
  readonly files: { readonly csv: string; readonly jsonl: string };
}

/** Recorded forecasts, the newest first, a page at a time. */
export function ForecastList({ query, input, filters, files }: ForecastListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.forecasts.list.queryOptions(input));
  const { task, release, after } = query;
  return (
    <Page>
      <PageHead
        title="Forecasts"
        about="Every request that was answered, as it was recorded."
        actions={<NotVerified />}
      />
      {filters}
      {data.forecasts.length === 0 ? (
        <NoForecasts query={query} searchedDownTo={data.next} />
      ) : (
        <CompareForm>
          <ol className={rows.list}>
            {data.forecasts.map((forecast) => (
              <ForecastRow key={forecast.requestId} forecast={forecast} query={query} />
            ))}
          </ol>
        </CompareForm>
      )}
      <Pager
        what="forecasts"
        newest={after === undefined ? undefined : routes.forecasts({ ...query, after: undefined })}
        older={data.next === null ? undefined : routes.forecasts({ ...query, after: String(data.next) })}
      />
      <p className={styles.more}>
        {task !== undefined && <Link href={routes.overTime({ task, release })}>This task over time</Link>}
        <span>
          Download what these filters leave: <a href={files.csv}>CSV</a> (a row an option) or{" "}
          <a href={files.jsonl}>JSONL</a> (everything recorded).
        </span>
      </p>
    </Page>
  );
}
