import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OutcomeFilters } from "#components/outcomes/outcome-filters.tsx";
import { OutcomeList } from "#components/outcomes/outcome-list.tsx";
import { downloads } from "#lib/console/downloads.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { outcomeFilter, outcomesInput } from "#lib/console/outcome-filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Outcomes" };

export default async function OutcomesPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const query = outcomeFilter.parse(await searchParams);
  const input = outcomesInput(query);
  const { queryClient, trpc } = await enterConsole(outcomeFilter.href(query));
  await queryClient.fetchQuery(trpc.outcomes.list.queryOptions(input));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OutcomeList
        query={query}
        input={input}
        filters={<OutcomeFilters query={query} />}
        files={{ csv: downloads.outcomes("csv"), jsonl: downloads.outcomes("jsonl") }}
      />
    </HydrationBoundary>
  );
}
