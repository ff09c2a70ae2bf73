import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { TrackRecordScreen } from "#components/track-record/track-record-screen.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import { downloads } from "#lib/console/downloads.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { binInput, extremesInput, partOf } from "#lib/console/track-record.ts";
import { trackRecordFilter } from "#lib/console/track-record-filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

export const metadata: Metadata = { title: "Track record" };

export default async function TrackRecordPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = trackRecordFilter.parse(params);
  const { queryClient, trpc } = await enterConsole(trackRecordFilter.href(query));
  const invalid = trackRecordFilter.findInvalid(params);
  if (invalid.length > 0)
    return <InvalidFilter title="Track record" invalid={invalid} href={trackRecordFilter.href(query)} />;
  const part = partOf(query);
  const { scores, scored } = trpc.outcomes;
  await Promise.all([
    queryClient.fetchQuery(scores.queryOptions(part)),
    queryClient.fetchQuery(scored.queryOptions(extremesInput(query, "worst"))),
    queryClient.fetchQuery(scored.queryOptions(extremesInput(query, "best"))),
    query.bin !== undefined && queryClient.fetchQuery(scored.queryOptions(binInput(query, Number(query.bin)))),
  ]);
  const file = (table: string) => downloads.trackRecord(table, part);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TrackRecordScreen
        query={query}
        files={{
          reliability: file("reliability"),
          sharpness: file("sharpness"),
          months: file("months"),
          parts: file("parts"),
          forecasts: file("forecasts"),
        }}
      />
    </HydrationBoundary>
  );
}
