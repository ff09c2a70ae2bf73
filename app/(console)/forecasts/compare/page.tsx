import { redirect } from "next/navigation";
import { CompareScreen } from "#components/forecasts/compare-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { readCompared } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Compare forecasts" };

export default async function ComparePage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const requestIds = readCompared(await searchParams);
  const { find, show, trpc } = await enterConsole(routes.compare(requestIds));
  // The list is where forecasts are selected.
  if (requestIds.length < 2) redirect(routes.forecasts());
  return show(<CompareScreen requestIds={requestIds} />, find(trpc.forecasts.compare.queryOptions({ requestIds })));
}
