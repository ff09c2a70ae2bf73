import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AccountScreen } from "#components/account/account-screen.tsx";
import { routes } from "#lib/routes.ts";
import { enterConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const { member, queryClient, trpc } = await enterConsole(routes.account);
  await queryClient.fetchQuery(trpc.members.sessions.queryOptions());
  const { name, email, role } = member;
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AccountScreen name={name} email={email} role={role} />
    </HydrationBoundary>
  );
}
