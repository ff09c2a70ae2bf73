import { TrackRecordScreen } from "#components/track-record/track-record-screen.tsx";
import { trackRecordFilter } from "#lib/console/filters.ts";
import { binInput, EARLY_INPUT, extremesInput, partOf } from "#lib/console/lists.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Track record" };

export default filteredPage(metadata.title, trackRecordFilter, async (query, { read, show, trpc }) => {
  const part = partOf(query);
  const { scores, scored } = trpc.outcomes;
  const file = (table: string) => exportPath("track-record", { table, ...part });
  return show(
    <TrackRecordScreen
      record={await read(scores.queryOptions(part))}
      query={query}
      files={{
        reliability: file("reliability"),
        discrimination: file("discrimination"),
        sharpness: file("sharpness"),
        months: file("months"),
        parts: file("parts"),
        forecasts: file("forecasts"),
      }}
    />,
    read(scored.queryOptions(EARLY_INPUT)),
    read(scored.queryOptions(extremesInput(query, "worst"))),
    read(scored.queryOptions(extremesInput(query, "best"))),
    ...(query.bin === undefined ? [] : [read(scored.queryOptions(binInput(query, Number(query.bin))))]),
  );
});
