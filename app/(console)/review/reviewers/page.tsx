import type { Metadata } from "next";
import { ReviewersScreen } from "#components/review/reviewers-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { routes } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Reviewers" };

export default async function ReviewersPage() {
  const { member, read, trpc } = await enterConsole(routes.reviewers);
  if (!isPermitted(member.role, "review")) {
    return <RoleNeeded needs="reviewer" what="Each of your submissions shows what reviewers said." />;
  }
  return <ReviewersScreen agreement={await read(trpc.reviews.agreement.queryOptions())} />;
}
