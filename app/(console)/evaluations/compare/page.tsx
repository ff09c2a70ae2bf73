import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CompareScreen } from "#components/evaluations/compare-screen.tsx";
import { comparisonFilter, FINISHED_EVALUATIONS } from "#lib/console/evaluation-filter.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Compare evaluations" };

export default async function CompareEvaluationsPage({
  searchParams,
}: {
  readonly searchParams: Promise<SearchParams>;
}) {
  const { one, other } = comparisonFilter.parse(await searchParams);
  const { queryClient, trpc } = await enterConsole(comparisonFilter.href({ one, other }));
  await queryClient.fetchQuery(trpc.evaluations.list.queryOptions(FINISHED_EVALUATIONS));
  if (one !== undefined && other !== undefined) {
    try {
      await queryClient.fetchQuery(trpc.evaluations.compare.queryOptions({ one, other }));
    } catch (error) {
      if (isAbsent(error)) notFound();
      throw error;
    }
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CompareScreen one={one} other={other} />
    </HydrationBoundary>
  );
}
