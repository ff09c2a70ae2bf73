import { TrackRecordScreen } from "#components/track-record/track-record-screen.tsx";
import { trackRecordFilter } from "#lib/console/filters.ts";
import { binInput, partOf, worstInput } from "#lib/console/lists.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Track record" };

export default filteredPage(metadata.title, trackRecordFilter, async (query, { gateway, read, show, trpc }) => {
  const { view = "reliability", bin } = query;
  const part = partOf(query);
  const { scores, scored } = trpc.outcomes;
  const lists = [
    ...(view === "forecasts" ? [worstInput(query)] : []),
    ...(view === "reliability" && bin !== undefined ? [binInput(query, Number(bin))] : []),
  ];
  return show(
    <TrackRecordScreen
      record={await read(scores.queryOptions(part))}
      query={query}
      hasCandidate={gateway.config.candidate !== undefined}
      fileOf={(table) => exportPath("track-record", { table, ...part })}
    />,
    ...lists.map((input) => read(scored.queryOptions(input))),
  );
});
