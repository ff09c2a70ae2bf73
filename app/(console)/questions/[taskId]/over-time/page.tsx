import { OverTimeScreen } from "#components/questions/over-time-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { forecastList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";
import { readTaskId } from "#server/process/next/read-task-id.ts";

export const metadata = { title: "Forecasts over time" };

interface OverTimePageProps {
  readonly params: Promise<{ taskId: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function OverTimePage({ params, searchParams }: OverTimePageProps) {
  const taskId = readTaskId(await params);
  const { release } = forecastList.parse(await searchParams);
  const { find, show, trpc } = await enterConsole(routes.overTime(taskId, release));
  return show(
    <OverTimeScreen taskId={taskId} release={release} />,
    find(trpc.forecasts.overTime.queryOptions({ taskId, release })),
  );
}
