"use client";

import { Text } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { SourcesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { HORIZON_NAMES, SOURCE_ORDERS } from "#lib/domain/sources.ts";
import { countOf } from "#lib/format.ts";
import { AliasesPanel } from "./aliases-panel.tsx";
import { DifferencePlot } from "./difference-plot.tsx";
import { RecordPages } from "./record-pages.tsx";
import { ORDER_LABELS, SourceTable } from "./source-table.tsx";

interface SourcesScreenProps {
  readonly query: SourcesQuery;
  readonly files: Readonly<Record<"csv" | "jsonl", string>>;
}

const HORIZONS = [
  { value: "", label: "Any" },
  ...HORIZON_NAMES.map((value) => ({ value: String(value), label: value })),
];
const ORDERS = SOURCE_ORDERS.map((value) => ({ value: String(value), label: ORDER_LABELS[value] }));

export function SourcesScreen({ query, files }: SourcesScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.sources.queryOptions(query));
  const { sources, total } = data;
  const isFiltered = query.horizon !== undefined || query.tag !== undefined;
  return (
    <Page
      title="Sources"
      about="Scores of the forecasts that approved inputs quote, by source. Lower is better, except for skill."
    >
      <RecordPages current="Sources" />
      <FilterForm
        what="sources"
        action={routes.sources()}
        fields={[
          { name: "horizon", label: "Horizon", value: query.horizon, choices: HORIZONS },
          { name: "tag", label: "Tag", value: query.tag },
          { name: "order", label: "Order", value: query.order, choices: ORDERS },
        ]}
      />
      {sources.length === 0 ? (
        <Empty
          title={isFiltered ? "No source matches the filter" : "No scored sources yet"}
          icon={IconQuote}
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain />}
        >
          A source is scored when an approved input quotes its dated forecast, as an observation of kind <b>Forecast</b>
          , and the outcome of the question has been confirmed. Scores count from the resolution date.
        </Empty>
      ) : (
        <>
          <Panel
            title="League table"
            aside={
              <>
                <a href={files.csv}>Download CSV</a> · <a href={files.jsonl}>Download JSONL</a>
              </>
            }
          >
            {total > sources.length && (
              <p>
                The first {sources.length} of {countOf(total, "source")}. The download contains all sources.
              </p>
            )}
            <SourceTable sources={sources} query={query} />
            <Text size="sm" c="dimmed">
              Log score difference: the mean log score of our forecasts minus that of the source’s newest forecast in
              the same input. Above 0, the source is better.
            </Text>
          </Panel>
          <DifferencePlot sources={sources} />
        </>
      )}
      <AliasesPanel aliases={data.aliases} names={sources.map(({ source }) => source)} block={data.may.changeAliases} />
      <Text pt="md" size="sm" c="dimmed">
        A forecast that several inputs quote counts once. Scores are means over questions: the forecasts of a source on
        one question are averaged first. Intervals are 95 % confidence intervals, from a bootstrap over up to 100 random
        groups of questions. <Link href={routes.trackRecord()}>The track record</Link> has the scores of our own
        forecasts.
      </Text>
    </Page>
  );
}
