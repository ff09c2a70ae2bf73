import { MembersScreen } from "#components/settings/members-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { routes } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Members" };

export default async function MembersPage() {
  const { member, read, show, trpc } = await enterConsole(routes.members);
  if (!isPermitted(member.role, "administer")) {
    return <RoleNeeded needs="admin" what="Ask an administrator to invite a member or change a role." />;
  }
  return show(<MembersScreen readerId={member.id} />, read(trpc.members.list.queryOptions()));
}
