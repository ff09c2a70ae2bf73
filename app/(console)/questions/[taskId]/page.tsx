import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { QuestionScreen } from "#components/questions/question-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";
import { pageTitle } from "#server/api/trpc/page-title.ts";

interface QuestionPageProps {
  readonly params: Promise<{ taskId: string }>;
}

export async function generateMetadata({ params }: QuestionPageProps): Promise<Metadata> {
  const taskId = decodeURIComponent((await params).taskId);
  const { queryClient, trpc } = await enterConsole(routes.question(taskId));
  // The page itself says what is wrong.
  const shown = await queryClient.fetchQuery(trpc.questions.get.queryOptions({ taskId })).catch(() => undefined);
  return { title: pageTitle("Question", shown?.instructions) };
}

export default async function QuestionPage({ params }: QuestionPageProps) {
  const taskId = decodeURIComponent((await params).taskId);
  const { gateway, queryClient, trpc } = await enterConsole(routes.question(taskId));
  try {
    await queryClient.fetchQuery(trpc.questions.get.queryOptions({ taskId }));
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  // A question may have no forecast yet: then there is nothing to draw.
  const hasForecasts = await queryClient.fetchQuery(trpc.forecasts.overTime.queryOptions({ taskId })).then(
    () => true,
    (error) => {
      if (isAbsent(error)) return false;
      throw error;
    },
  );
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <QuestionScreen
        taskId={taskId}
        link={new URL(routes.question(taskId), gateway.config.consoleUrl).href}
        hasForecasts={hasForecasts}
      />
    </HydrationBoundary>
  );
}
