import { OverviewScreen } from "#components/overview/overview-screen.tsx";
import { OVERVIEW } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { read, show, trpc } = await enterConsole(routes.overview);
  return show(
    <OverviewScreen />,
    read(trpc.system.status.queryOptions(OVERVIEW.status)),
    read(trpc.submissions.ownWork.queryOptions()),
    read(trpc.outcomes.list.queryOptions(OVERVIEW.outcomes)),
    read(trpc.evaluations.waiting.queryOptions()),
    read(trpc.notices.list.queryOptions()),
    read(trpc.reviews.queue.queryOptions(OVERVIEW.queue)),
  );
}
