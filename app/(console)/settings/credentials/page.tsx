import { CredentialsScreen } from "#components/settings/credentials-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "API keys" };

export default async function CredentialsPage() {
  const { refused, read, show, trpc } = await enterConsole(routes.credentials);
  if (refused !== undefined) return refused;
  return show(
    <CredentialsScreen />,
    read(trpc.credentials.list.queryOptions()),
    read(trpc.credentials.usage.queryOptions()),
  );
}
