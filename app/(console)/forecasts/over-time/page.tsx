import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OverTimeScreen } from "#components/forecasts/over-time-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { forecastList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Forecasts over time" };

export default async function OverTimePage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { task: taskId, release } = forecastList.parse(await searchParams);
  const { find, show, trpc } = await enterConsole(routes.overTime({ task: taskId, release }));
  if (taskId === undefined) notFound();
  return show(
    <OverTimeScreen taskId={taskId} release={release} />,
    find(trpc.forecasts.overTime.queryOptions({ taskId, release })),
  );
}
