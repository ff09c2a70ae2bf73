import { ErasureScreen } from "#components/settings/erasure-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Erasure" };

export default async function ErasurePage() {
  const { member, refused, read, show, trpc } = await enterConsole(routes.erasure);
  if (refused !== undefined) return refused;
  const { list, holds, retention } = trpc.erasures;
  const reading = [read(list.queryOptions()), read(holds.queryOptions()), read(retention.queryOptions())];
  return show(<ErasureScreen readerId={member.id} />, ...reading);
}
