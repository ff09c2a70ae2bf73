import { QuestionScreen } from "#components/questions/question-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { timeOf } from "#lib/contract/date-time.ts";
import { enterConsole, isAbsent } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";
import { readTaskId } from "#server/process/next/read-task-id.ts";

export const generateMetadata = pageTitle("Question", "taskId", async ({ read, trpc }, taskId) => {
  const { instructions } = await read(trpc.questions.get.queryOptions({ taskId: readTaskId({ taskId }) }));
  return instructions;
});

export default async function QuestionPage({ params }: { readonly params: Promise<{ taskId: string }> }) {
  const taskId = readTaskId(await params);
  const { gateway, read, find, show, trpc } = await enterConsole(routes.question(taskId));
  const { confirmed, resolvesAt } = await find(trpc.questions.get.queryOptions({ taskId }));
  // For a question without forecasts, `overTime` fails with NOT_FOUND.
  const latest = await read(trpc.forecasts.overTime.queryOptions({ taskId })).then(
    ({ latest }) => latest,
    (error) => {
      if (isAbsent(error)) return undefined;
      throw error;
    },
  );
  const isOpen = confirmed === null && timeOf(resolvesAt) > gateway.now().getTime();
  const link = new URL(routes.question(taskId), gateway.config.consoleUrl).href;
  return show(
    <QuestionScreen taskId={taskId} link={link} latest={latest} isOpen={isOpen} />,
    ...(latest === undefined
      ? []
      : [
          read(trpc.forecasts.get.queryOptions({ requestId: latest })),
          read(trpc.outcomes.scoreOf.queryOptions({ requestId: latest })),
        ]),
  );
}
