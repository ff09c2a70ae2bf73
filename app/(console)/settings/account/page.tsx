import { AccountScreen } from "#components/settings/account-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Your account" };

export default async function AccountPage() {
  const { gateway, member, read, show, trpc } = await enterConsole(routes.account);
  return show(
    <AccountScreen {...member} hasPassword={gateway.config.signIn === "both"} />,
    read(trpc.members.sessions.queryOptions()),
    read(trpc.tokens.list.queryOptions()),
    read(trpc.members.notifications.queryOptions()),
  );
}
