import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AccountScreen } from "#components/settings/account-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const { member, queryClient, trpc } = await enterConsole(routes.account);
  await Promise.all([
    queryClient.fetchQuery(trpc.members.sessions.queryOptions()),
    queryClient.fetchQuery(trpc.members.mailNotices.queryOptions()),
  ]);
  const { name, email, role } = member;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AccountScreen name={name} email={email} role={role} />
    </HydrationBoundary>
  );
}
