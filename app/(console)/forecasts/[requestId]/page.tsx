import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ForecastScreen } from "#components/forecasts/forecast-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";
import { pageTitle } from "#server/api/trpc/page-title.ts";

export async function generateMetadata({
  params,
}: {
  readonly params: Promise<{ requestId: string }>;
}): Promise<Metadata> {
  const { requestId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.forecast(requestId));
  // The page itself says what is wrong.
  const shown = await queryClient.fetchQuery(trpc.forecasts.get.queryOptions({ requestId })).catch(() => undefined);
  return { title: pageTitle("Forecast", shown?.request.task.instructions) };
}

export default async function ForecastPage({ params }: { readonly params: Promise<{ requestId: string }> }) {
  const { requestId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.forecast(requestId));
  try {
    await Promise.all([
      queryClient.fetchQuery(trpc.forecasts.get.queryOptions({ requestId })),
      queryClient.fetchQuery(trpc.outcomes.scoreOf.queryOptions({ requestId })),
    ]);
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ForecastScreen requestId={requestId} />
    </HydrationBoundary>
  );
}
