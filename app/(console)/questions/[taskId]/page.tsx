import { QuestionScreen } from "#components/questions/question-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole, isAbsent } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";

interface QuestionPageProps {
  readonly params: Promise<{ taskId: string }>;
}

export async function generateMetadata({ params }: QuestionPageProps) {
  const taskId = readTaskId(await params);
  const { read, trpc } = await enterConsole(routes.question(taskId));
  const question = read(trpc.questions.get.queryOptions({ taskId }));
  return pageTitle(
    "Question",
    question.then(({ instructions }) => instructions),
  );
}

export default async function QuestionPage({ params }: QuestionPageProps) {
  const taskId = readTaskId(await params);
  const { gateway, read, find, show, trpc } = await enterConsole(routes.question(taskId));
  await find(trpc.questions.get.queryOptions({ taskId }));
  // For a question without forecasts, `overTime` fails with NOT_FOUND. The page then shows no chart.
  const hasForecasts = await read(trpc.forecasts.overTime.queryOptions({ taskId })).then(
    () => true,
    (error) => {
      if (isAbsent(error)) return false;
      throw error;
    },
  );
  const link = new URL(routes.question(taskId), gateway.config.consoleUrl).href;
  return show(<QuestionScreen taskId={taskId} link={link} hasForecasts={hasForecasts} />);
}

/** Decodes `%3A`, which Next.js leaves escaped. decodeURIComponent() would throw an error for the URL `%25zz`. */
function readTaskId({ taskId }: { readonly taskId: string }): string {
  return taskId.replace(/%3A/i, ":");
}
