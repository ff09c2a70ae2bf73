import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReviewScreen } from "#components/review/review-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { routes } from "#lib/routes.ts";
import { enterConsole } from "#server/trpc/console.ts";
import { isAbsent } from "#server/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Review" };

export default async function ReviewOfPage({ params }: { readonly params: Promise<{ submissionId: string }> }) {
  const { submissionId } = await params;
  const { member, queryClient, trpc } = await enterConsole(routes.reviewOf(submissionId));
  if (member.role === "researcher") {
    return <RoleNeeded needs="reviewer" what="What reviewers said of your submissions is beside each of them." />;
  }
  try {
    await Promise.all([
      queryClient.fetchQuery(trpc.submissions.get.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.reviews.dossier.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.reviews.queue.queryOptions()),
    ]);
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ReviewScreen key={submissionId} submissionId={submissionId} memberId={member.id} role={member.role} />
    </HydrationBoundary>
  );
}
