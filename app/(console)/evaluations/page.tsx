import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { EvaluationList } from "#components/evaluations/evaluation-list.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import { evaluationFilter, evaluationsInput } from "#lib/console/evaluation-filter.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Evaluations" };

export default async function EvaluationsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = evaluationFilter.parse(params);
  const href = evaluationFilter.href(query);
  const { queryClient, trpc } = await enterConsole(href);
  const invalid = evaluationFilter.findInvalid(params);
  if (invalid.length > 0) return <InvalidFilter title="Evaluations" invalid={invalid} href={href} />;
  await queryClient.fetchQuery(trpc.evaluations.list.queryOptions(evaluationsInput(query)));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <EvaluationList query={query} />
    </HydrationBoundary>
  );
}
