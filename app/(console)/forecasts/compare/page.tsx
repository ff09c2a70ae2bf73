import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MOST_COMPARED, OFFERED } from "#components/forecasts/choose.ts";
import { ChooseScreen } from "#components/forecasts/choose-screen.tsx";
import { CompareScreen } from "#components/forecasts/compare-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { readCompared } from "#lib/console/forecast-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Compare forecasts" };

export default async function ComparePage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const requestIds = readCompared(await searchParams).slice(0, MOST_COMPARED);
  const { queryClient, trpc } = await enterConsole(routes.compare(requestIds));

  async function findTask(): Promise<string | undefined> {
    const [requestId, ...others] = requestIds;
    if (requestId === undefined) return undefined;
    if (others.length === 0)
      return (await queryClient.fetchQuery(trpc.forecasts.get.queryOptions({ requestId }))).taskId;
    const { forecasts } = await queryClient.fetchQuery(trpc.forecasts.compare.queryOptions({ requestIds }));
    return forecasts[0]?.taskId;
  }

  const taskId = await findTask().catch((error) => {
    if (isAbsent(error)) notFound();
    throw error;
  });
  await queryClient.fetchQuery(trpc.forecasts.list.queryOptions({ taskId, limit: OFFERED }));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      {requestIds.length > 1 ? (
        <CompareScreen requestIds={requestIds} />
      ) : (
        <ChooseScreen kept={requestIds} taskId={taskId} />
      )}
    </HydrationBoundary>
  );
}
