import { ReviewersScreen } from "#components/review/reviewers-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Reviewers" };

export default async function ReviewersPage() {
  const { refused, read, trpc } = await enterConsole(routes.reviewers);
  if (refused !== undefined) return refused;
  const guideline = await read(trpc.reviews.guideline.queryOptions());
  const agreement = await read(trpc.reviews.agreement.queryOptions());
  return <ReviewersScreen agreement={agreement} guideline={guideline} />;
}
