import { CredentialsScreen } from "#components/settings/credentials-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { routes } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "API keys" };

export default async function CredentialsPage() {
  const { member, read, show, trpc } = await enterConsole(routes.credentials);
  if (!isPermitted(member.role, "administer")) {
    return <RoleNeeded needs="admin" what="Ask an administrator to issue, rotate or revoke an API key." />;
  }
  return show(
    <CredentialsScreen />,
    read(trpc.credentials.list.queryOptions()),
    read(trpc.credentials.usage.queryOptions()),
  );
}
