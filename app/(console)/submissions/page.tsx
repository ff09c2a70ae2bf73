import { SubmissionList } from "#components/submissions/submission-list.tsx";
import { submissionList, submissionsInput } from "#lib/console/filters.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Submissions" };

export default filteredPage(metadata.title, submissionList, (query, { member, read, show, trpc }) => {
  const input = submissionsInput(query, member.id);
  return show(<SubmissionList query={query} input={input} />, read(trpc.submissions.list.queryOptions(input)));
});
