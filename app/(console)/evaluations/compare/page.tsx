import { CompareScreen } from "#components/evaluations/compare-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { comparisonFilter } from "#lib/console/filters.ts";
import { FINISHED_EVALUATIONS } from "#lib/console/lists.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Compare evaluations" };

interface CompareEvaluationsPageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default async function CompareEvaluationsPage({ searchParams }: CompareEvaluationsPageProps) {
  const { one, other } = comparisonFilter.parse(await searchParams);
  const { read, find, show, trpc } = await enterConsole(comparisonFilter.href({ one, other }));
  const { compare, list } = trpc.evaluations;
  return show(
    <CompareScreen one={one} other={other} />,
    read(list.queryOptions(FINISHED_EVALUATIONS)),
    ...(one !== undefined && other !== undefined ? [find(compare.queryOptions({ one, other }))] : []),
  );
}
