import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SystemScreen } from "#components/settings/system-screen.tsx";
import { OVERVIEW_HOURS } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "System" };

export default async function SystemPage() {
  const { queryClient, trpc } = await enterConsole(routes.system);
  await queryClient.fetchQuery(trpc.system.status.queryOptions({ hours: OVERVIEW_HOURS }));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SystemScreen />
    </HydrationBoundary>
  );
}
