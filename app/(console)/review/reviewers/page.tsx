import { ReviewersScreen } from "#components/review/reviewers-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { routes } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Reviewers" };

export default async function ReviewersPage() {
  const { member, read, trpc } = await enterConsole(routes.reviewers);
  if (!isPermitted(member.role, "review")) {
    return <RoleNeeded needs="reviewer" what="To see reviewers’ verdicts, open one of your submissions." />;
  }
  const guideline = await read(trpc.reviews.guideline.queryOptions());
  const agreement = await read(trpc.reviews.agreement.queryOptions());
  const mayEdit = isPermitted(member.role, "administer");
  return <ReviewersScreen agreement={agreement} guideline={guideline} mayEdit={mayEdit} />;
}
