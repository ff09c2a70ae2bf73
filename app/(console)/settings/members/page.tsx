import { MembersScreen } from "#components/settings/members-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Members" };

export default async function MembersPage() {
  const { member, refused, read, show, trpc } = await enterConsole(routes.members);
  if (refused !== undefined) return refused;
  return show(
    <MembersScreen readerId={member.id} />,
    read(trpc.members.list.queryOptions()),
    read(trpc.reviews.agreement.queryOptions()),
    read(trpc.reviews.guideline.queryOptions()),
  );
}
