import type { ReactNode } from "react";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import type { Fields, Filter, FilterOf, SearchParams } from "#lib/console/filter.ts";
import { type Console, enterConsole } from "./open-console.tsx";

interface FilteredPageProps {
  readonly searchParams: Promise<SearchParams>;
}

/** Returns the page of a list that is filtered by its URL, or an error that names an invalid filter value. */
export function filteredPage<F extends Fields>(
  title: string,
  filter: Filter<F>,
  showList: (query: FilterOf<F>, console: Console) => Promise<ReactNode>,
) {
  return async ({ searchParams }: FilteredPageProps) => {
    const params = await searchParams;
    const query = filter.parse(params);
    const href = filter.href(query);
    const console = await enterConsole(href);
    const invalid = filter.findInvalid(params);
    if (invalid.length > 0) return <InvalidFilter title={title} invalid={invalid} href={href} />;
    return showList(query, console);
  };
}
