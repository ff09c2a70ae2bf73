import type { Metadata } from "next";
import { ExperimentScreen } from "#components/experiments/experiment-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Experiment" };

export default async function ExperimentPage({ params }: { readonly params: Promise<{ experimentId: string }> }) {
  const { experimentId } = await params;
  const { find, show, trpc } = await enterConsole(routes.experiment(experimentId));
  return show(
    <ExperimentScreen experimentId={experimentId} />,
    find(trpc.experiments.get.queryOptions({ experimentId })),
  );
}
