import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { RecordList } from "#components/records/record-list.tsx";
import { ERROR_CODES } from "#lib/contract/error-table.ts";
import { readRecordsQuery, recordsInput, type SearchParams } from "#lib/page-query.ts";
import { routes } from "#lib/routes.ts";
import { enterConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Records" };

export default async function RecordsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const query = readRecordsQuery(await searchParams);
  const { queryClient, trpc } = await enterConsole(routes.records(query));
  await queryClient.fetchQuery(trpc.records.list.queryOptions(recordsInput(query)));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <RecordList query={query} codes={ERROR_CODES} />
    </HydrationBoundary>
  );
}
