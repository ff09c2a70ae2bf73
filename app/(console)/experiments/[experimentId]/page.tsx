import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ExperimentScreen } from "#components/experiments/experiment-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Experiment" };

export default async function ExperimentPage({ params }: { readonly params: Promise<{ experimentId: string }> }) {
  const { experimentId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.experiment(experimentId));
  try {
    await queryClient.fetchQuery(trpc.experiments.get.queryOptions({ experimentId }));
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ExperimentScreen experimentId={experimentId} />
    </HydrationBoundary>
  );
}
