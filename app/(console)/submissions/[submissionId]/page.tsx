import { SubmissionScreen } from "#components/submissions/submission-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";

interface SubmissionPageProps {
  readonly params: Promise<{ submissionId: string }>;
}

export async function generateMetadata({ params }: SubmissionPageProps) {
  const { submissionId } = await params;
  const { read, trpc } = await enterConsole(routes.submission(submissionId));
  const submission = read(trpc.submissions.get.queryOptions({ submissionId }));
  return pageTitle(
    "Submission",
    submission.then(({ title }) => title),
  );
}

export default async function SubmissionPage({ params }: SubmissionPageProps) {
  const { submissionId } = await params;
  const { find, show, trpc } = await enterConsole(routes.submission(submissionId));
  return show(
    <SubmissionScreen submissionId={submissionId} />,
    find(trpc.submissions.get.queryOptions({ submissionId })),
    find(trpc.reviews.context.queryOptions({ submissionId })),
    find(trpc.questions.submissionTags.queryOptions({ submissionId })),
  );
}
