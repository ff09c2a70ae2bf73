import type { Metadata } from "next";
import { NewExperimentScreen } from "#components/experiments/new-experiment-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Experiment with observations" };

export default async function NewExperimentPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { submission } = await searchParams;
  const submissionId = String(submission);
  const { find, show, trpc } = await enterConsole(routes.newExperiment(submissionId));
  return show(
    <NewExperimentScreen submissionId={submissionId} />,
    find(trpc.submissions.get.queryOptions({ submissionId })),
    find(trpc.experiments.list.queryOptions({ submissionId })),
    find(trpc.experiments.influence.queryOptions({ submissionId })),
  );
}
