import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NewExperimentScreen } from "#components/experiments/new-experiment-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Experiment with observations" };

export default async function NewExperimentPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { submission } = await searchParams;
  const submissionId = String(submission);
  const { queryClient, trpc } = await enterConsole(routes.newExperiment(submissionId));
  try {
    await Promise.all([
      queryClient.fetchQuery(trpc.submissions.get.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.experiments.list.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.experiments.influence.queryOptions({ submissionId })),
    ]);
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <NewExperimentScreen submissionId={submissionId} />
    </HydrationBoundary>
  );
}
