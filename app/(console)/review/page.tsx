import { QueueFilters } from "#components/review/queue-filters.tsx";
import { QueueScreen } from "#components/review/queue-screen.tsx";
import { reviewList, turnInput } from "#lib/console/filters.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Review" };

export default filteredPage(metadata.title, reviewList, async (query, { member, read, show, trpc }) => {
  const input = { ...reviewList.toPage(query), ...turnInput(query) };
  return show(
    <QueueScreen
      filters={<QueueFilters query={query} />}
      query={query}
      input={input}
      claim={{ ...reviewList.toFilter(query), ...turnInput(query) }}
      memberId={member.id}
    />,
    read(trpc.reviews.queue.queryOptions(input)),
  );
});
