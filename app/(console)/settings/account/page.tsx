import type { Metadata } from "next";
import { AccountScreen } from "#components/settings/account-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const { member, read, show, trpc } = await enterConsole(routes.account);
  const { name, email, role } = member;
  return show(
    <AccountScreen name={name} email={email} role={role} />,
    read(trpc.members.sessions.queryOptions()),
    read(trpc.members.mailNotices.queryOptions()),
  );
}
