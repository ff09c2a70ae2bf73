import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { RecordFilters } from "#components/records/record-filters.tsx";
import { RecordList } from "#components/records/record-list.tsx";
import { downloads } from "#lib/downloads.ts";
import { readRecordsQuery, recordsInput, type SearchParams } from "#lib/page-query.ts";
import { routes } from "#lib/routes.ts";
import { mayExportRecord } from "#server/records/may-export.ts";
import { enterConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Records" };

export default async function RecordsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const query = readRecordsQuery(await searchParams);
  const input = recordsInput(query);
  const { gateway, member, queryClient, trpc } = await enterConsole(routes.records(query));
  await queryClient.fetchQuery(trpc.records.list.queryOptions(input));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RecordList
        query={query}
        input={input}
        filters={<RecordFilters query={query} />}
        file={mayExportRecord(gateway.config, member) ? downloads.record : undefined}
      />
    </HydrationBoundary>
  );
}
