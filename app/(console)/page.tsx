import type { Metadata } from "next";
import { OverviewScreen } from "#components/overview/overview-screen.tsx";
import {
  OVERVIEW_FORECASTS,
  OVERVIEW_HOURS,
  OVERVIEW_OUTCOMES,
  OVERVIEW_QUEUE,
  OVERVIEW_SUBMISSIONS,
} from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { member, read, show, trpc } = await enterConsole(routes.overview);
  return show(
    <OverviewScreen role={member.role} />,
    read(trpc.system.status.queryOptions({ hours: OVERVIEW_HOURS })),
    read(trpc.forecasts.list.queryOptions({ limit: OVERVIEW_FORECASTS })),
    read(trpc.submissions.list.queryOptions(OVERVIEW_SUBMISSIONS)),
    read(trpc.submissions.ownWork.queryOptions()),
    read(trpc.outcomes.list.queryOptions(OVERVIEW_OUTCOMES)),
    read(trpc.evaluations.waiting.queryOptions()),
    read(trpc.notices.list.queryOptions()),
    read(trpc.reviews.queue.queryOptions(OVERVIEW_QUEUE)),
  );
}
