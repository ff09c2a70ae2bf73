import { OutcomeFilters } from "#components/outcomes/outcome-filters.tsx";
import { OutcomeList } from "#components/outcomes/outcome-list.tsx";
import { outcomeList } from "#lib/console/filters.ts";
import { stateWithWork } from "#lib/domain/outcomes.ts";
import { tablePaths } from "#server/console/files/export-path.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Outcomes" };

export default filteredPage(metadata.title, outcomeList, async (query, { read, show, trpc }) => {
  const { state: _, ...filter } = outcomeList.toFilter(query);
  const counts = await read(trpc.outcomes.counts.queryOptions(filter));
  const opened = { ...query, state: query.state ?? stateWithWork(counts) };
  const input = outcomeList.toPage(opened);
  return show(
    <OutcomeList
      query={opened}
      input={input}
      count={filter}
      filters={<OutcomeFilters query={opened} />}
      files={tablePaths("outcomes")}
    />,
    read(trpc.outcomes.list.queryOptions(input)),
  );
});
