import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EvaluationScreen } from "#components/evaluations/evaluation-screen.tsx";
import { downloads } from "#lib/console/downloads.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";
import { pageTitle } from "#server/api/trpc/page-title.ts";

interface EvaluationPageProps {
  readonly params: Promise<{ evaluationId: string }>;
}

export async function generateMetadata({ params }: EvaluationPageProps): Promise<Metadata> {
  const { evaluationId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.evaluation(evaluationId));
  // The page itself says what is wrong.
  const shown = await queryClient
    .fetchQuery(trpc.evaluations.get.queryOptions({ evaluationId }))
    .catch(() => undefined);
  return { title: pageTitle("Evaluation", shown?.title) };
}

export default async function EvaluationPage({ params }: EvaluationPageProps) {
  const { evaluationId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.evaluation(evaluationId));
  try {
    const { status, may } = await queryClient.fetchQuery(trpc.evaluations.get.queryOptions({ evaluationId }));
    if (status === "finished") await queryClient.fetchQuery(trpc.evaluations.report.queryOptions({ evaluationId }));
    if (may.decide === null) await queryClient.fetchQuery(trpc.evaluations.sample.queryOptions({ evaluationId }));
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  const file = (format: "json" | "html") => downloads.evaluation(evaluationId, format);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <EvaluationScreen evaluationId={evaluationId} files={{ json: file("json"), html: file("html") }} />
    </HydrationBoundary>
  );
}
