import type { Metadata } from "next";
import { OutcomeFilters } from "#components/outcomes/outcome-filters.tsx";
import { OutcomeList } from "#components/outcomes/outcome-list.tsx";
import { downloads } from "#lib/console/downloads.ts";
import { outcomeList } from "#lib/console/filters.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata: Metadata = { title: "Outcomes" };

export default filteredPage("Outcomes", outcomeList, (query, { read, show, trpc }) => {
  const input = outcomeList.toPage(query);
  return show(
    <OutcomeList
      query={query}
      input={input}
      filters={<OutcomeFilters query={query} />}
      files={{ csv: downloads.outcomes("csv"), jsonl: downloads.outcomes("jsonl") }}
    />,
    read(trpc.outcomes.list.queryOptions(input)),
  );
});
