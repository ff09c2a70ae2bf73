import { SystemScreen } from "#components/settings/system-screen.tsx";
import { OVERVIEW } from "#lib/console/lists.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "System" };

export default async function SystemPage() {
  const { read, show, trpc } = await enterConsole(routes.system);
  const { status, usage } = trpc.system;
  return show(<SystemScreen />, read(status.queryOptions(OVERVIEW.status)), read(usage.queryOptions()));
}
