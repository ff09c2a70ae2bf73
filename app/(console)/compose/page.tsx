import { StartScreen } from "#components/compose/start-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Compose" };

export default async function ComposePage() {
  const { member, refused, read, show, trpc } = await enterConsole(routes.compose);
  if (refused !== undefined) return refused;
  return show(<StartScreen memberId={member.id} />, read(trpc.drafts.list.queryOptions()));
}
