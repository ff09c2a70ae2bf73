import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SubmissionScreen } from "#components/submissions/submission-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";
import { pageTitle } from "#server/api/trpc/page-title.ts";

export async function generateMetadata({
  params,
}: {
  readonly params: Promise<{ submissionId: string }>;
}): Promise<Metadata> {
  const { submissionId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.submission(submissionId));
  // The page itself says what is wrong.
  const shown = await queryClient
    .fetchQuery(trpc.submissions.get.queryOptions({ submissionId }))
    .catch(() => undefined);
  return { title: pageTitle("Submission", shown?.title) };
}

export default async function SubmissionPage({ params }: { readonly params: Promise<{ submissionId: string }> }) {
  const { submissionId } = await params;
  const { queryClient, trpc } = await enterConsole(routes.submission(submissionId));
  try {
    await Promise.all([
      queryClient.fetchQuery(trpc.submissions.get.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.reviews.context.queryOptions({ submissionId })),
      queryClient.fetchQuery(trpc.questions.submissionTags.queryOptions({ submissionId })),
    ]);
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SubmissionScreen submissionId={submissionId} />
    </HydrationBoundary>
  );
}
