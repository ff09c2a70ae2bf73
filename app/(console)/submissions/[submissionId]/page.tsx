import { SubmissionScreen } from "#components/submissions/submission-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";

export const generateMetadata = pageTitle("Submission", "submissionId", async ({ read, trpc }, submissionId) => {
  const { title } = await read(trpc.submissions.get.queryOptions({ submissionId }));
  return title;
});

export default async function SubmissionPage({ params }: { readonly params: Promise<{ submissionId: string }> }) {
  const { submissionId } = await params;
  const { find, show, trpc } = await enterConsole(routes.submission(submissionId));
  return show(
    <SubmissionScreen submissionId={submissionId} />,
    find(trpc.submissions.get.queryOptions({ submissionId })),
    find(trpc.reviews.context.queryOptions({ submissionId })),
  );
}
