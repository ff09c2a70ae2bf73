"use client";

import { Text } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { AsOf } from "#components/scores/as-of.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { SourcesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { HORIZON_NAMES } from "#lib/domain/sources.ts";
import { countOf, visible } from "#lib/format.ts";
import { sourceTable } from "#lib/scores/record-tables.ts";
import { OURS } from "#lib/scores/reference-names.ts";
import type { Summary } from "#lib/scores/report.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { AliasesPanel } from "./aliases-panel.tsx";
import { RecordPages } from "./record-pages.tsx";

interface SourcesScreenProps {
  readonly query: SourcesQuery;
  readonly hasCandidate: boolean;
  readonly files: Readonly<Record<"csv" | "excel" | "jsonl", string>>;
}

const TABLE = sourceTable(OURS);
const SHOWS = { Source: ({ value }: Summary) => visible(value) };

const HORIZONS = [
  { value: "", label: "Any" },
  ...HORIZON_NAMES.map((value) => ({ value: String(value), label: value })),
];

export function SourcesScreen({ query, hasCandidate, files }: SourcesScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.sources.queryOptions(query));
  const { sources, total } = data;
  const isFiltered = query.horizon !== undefined || query.tag !== undefined;
  return (
    <Page
      title="Sources"
      about="Scores of the forecasts that approved inputs quote, by source. Lower is better, except for skill."
    >
      <RecordPages current="Sources" hasCandidate={hasCandidate} />
      <FilterForm
        what="sources"
        action={routes.sources()}
        fields={[
          { name: "horizon", label: "Horizon", value: query.horizon, choices: HORIZONS },
          { name: "tag", label: "Tag", value: query.tag },
        ]}
      />
      {sources.length === 0 ? (
        <Empty
          title={isFiltered ? "No source matches the filter" : "No scored sources yet"}
          icon={IconQuote}
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain needs="submit" />}
        >
          A source is scored when an approved input quotes its dated forecast, as an observation of kind <b>Forecast</b>
          , and the outcome of the question has been confirmed. Scores count from the resolution date.
        </Empty>
      ) : (
        <Panel
          title="League table"
          aside={
            <>
              <a href={files.csv}>Download CSV</a> · <a href={files.excel}>CSV for Excel</a> ·{" "}
              <a href={files.jsonl}>Download JSONL</a>
            </>
          }
        >
          {total > sources.length && (
            <p>
              The first {sources.length} of {countOf(total, "source")}. The download contains all sources.
            </p>
          )}
          <ReportTable
            label="Sources"
            table={TABLE}
            rows={sources}
            keyOf={({ value }) => value}
            shows={SHOWS}
            isFolded
          />
          <Text size="sm" c="dimmed">
            Log score minus {OURS}: the log score of the source’s newest forecast in an input minus the mean log score
            of our forecasts on the same input. Below 0, the source is better. Significant: the interval excludes 0,
            with at least {MIN_QUESTIONS} compared questions.
          </Text>
        </Panel>
      )}
      <AliasesPanel aliases={data.aliases} names={sources.map(({ value }) => value)} />
      <AsOf asOf={data.asOf} isUpdating={data.isUpdating} />
      <Text size="sm" c="dimmed">
        A forecast that several inputs quote counts once. Scores are means over questions: the forecasts of a source on
        one question are averaged first. Intervals are 95 % confidence intervals, from a bootstrap over questions.{" "}
        <Link href={routes.trackRecord()}>The track record</Link> has the scores of our own forecasts.
      </Text>
    </Page>
  );
}
