import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { StartScreen } from "#components/compose/start-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Compose" };

export default async function ComposePage() {
  const { member, queryClient, trpc } = await enterConsole(routes.compose);
  await Promise.all([
    queryClient.fetchQuery(trpc.drafts.list.queryOptions()),
    queryClient.fetchQuery(trpc.submissions.list.queryOptions({ limit: 10 })),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <StartScreen memberId={member.id} />
    </HydrationBoundary>
  );
}
