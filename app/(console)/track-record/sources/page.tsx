import type { Metadata } from "next";
import { SourcesScreen } from "#components/track-record/sources-screen.tsx";
import { downloads } from "#lib/console/downloads.ts";
import { sourcesFilter } from "#lib/console/filters.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata: Metadata = { title: "Sources" };

export default filteredPage("Sources", sourcesFilter, (query, { read, show, trpc }) =>
  show(
    <SourcesScreen
      query={query}
      files={{ csv: downloads.sources("csv", query), jsonl: downloads.sources("jsonl", query) }}
    />,
    read(trpc.outcomes.sources.queryOptions(query)),
  ),
);
