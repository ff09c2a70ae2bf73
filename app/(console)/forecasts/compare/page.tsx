import { MAX_COMPARED, OFFERED } from "#components/forecasts/choose.ts";
import { ChooseScreen } from "#components/forecasts/choose-screen.tsx";
import { CompareScreen } from "#components/forecasts/compare-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { readCompared } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Compare forecasts" };

export default async function ComparePage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const requestIds = readCompared(await searchParams).slice(0, MAX_COMPARED);
  const { read, find, show, trpc } = await enterConsole(routes.compare(requestIds));

  async function findTask(): Promise<string | undefined> {
    const [requestId, ...others] = requestIds;
    if (requestId === undefined) return undefined;
    if (others.length === 0) return (await find(trpc.forecasts.get.queryOptions({ requestId }))).taskId;
    return (await find(trpc.forecasts.compare.queryOptions({ requestIds }))).forecasts[0]?.taskId;
  }

  const taskId = await findTask();
  return show(
    requestIds.length > 1 ? (
      <CompareScreen requestIds={requestIds} />
    ) : (
      <ChooseScreen kept={requestIds} taskId={taskId} />
    ),
    read(trpc.forecasts.list.queryOptions({ taskId, limit: OFFERED })),
  );
}
