import { SourcesScreen } from "#components/track-record/sources-screen.tsx";
import { sourcesFilter } from "#lib/console/filters.ts";
import { tablePaths } from "#server/console/files/export-path.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Sources" };

export default filteredPage(metadata.title, sourcesFilter, (query, { gateway, read, show, trpc }) =>
  show(
    <SourcesScreen
      query={query}
      hasCandidate={gateway.config.candidate !== undefined}
      files={tablePaths("sources", query)}
    />,
    read(trpc.outcomes.sources.queryOptions(query)),
  ),
);
