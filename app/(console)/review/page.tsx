import { QueueScreen } from "#components/review/queue-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { reviewList, turnInput } from "#lib/console/filters.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Review" };

export default filteredPage(metadata.title, reviewList, async (query, { member, read, show, trpc }) => {
  if (!isPermitted(member.role, "review")) {
    return <RoleNeeded needs="reviewer" what="To see reviewers’ verdicts, open one of your submissions." />;
  }
  const input = { ...reviewList.toPage(query), ...turnInput(query) };
  return show(
    <QueueScreen
      query={query}
      input={input}
      claim={{ ...reviewList.toFilter(query), ...turnInput(query) }}
      memberId={member.id}
      decides={isPermitted(member.role, "decide")}
    />,
    read(trpc.reviews.queue.queryOptions(input)),
  );
});
