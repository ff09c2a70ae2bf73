import type { Metadata } from "next";
import { OverviewScreen } from "#components/overview/overview-screen.tsx";
import { OVERVIEW_FORECASTS, OVERVIEW_HOURS, OVERVIEW_OUTCOMES, OVERVIEW_QUEUE } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { read, show, trpc } = await enterConsole(routes.overview);
  return show(
    <OverviewScreen />,
    read(trpc.system.status.queryOptions({ hours: OVERVIEW_HOURS })),
    read(trpc.forecasts.list.queryOptions({ limit: OVERVIEW_FORECASTS })),
    read(trpc.submissions.ownWork.queryOptions()),
    read(trpc.outcomes.list.queryOptions(OVERVIEW_OUTCOMES)),
    read(trpc.evaluations.waiting.queryOptions()),
    read(trpc.notices.list.queryOptions()),
    read(trpc.reviews.queue.queryOptions(OVERVIEW_QUEUE)),
  );
}
