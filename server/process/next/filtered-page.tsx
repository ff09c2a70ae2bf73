import type { ReactNode } from "react";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import type { Fields, Filter, FilterOf, SearchParams } from "#lib/console/filter.ts";
import { type Console, enterConsole } from "./open-console.tsx";

interface FilteredPageProps {
  readonly searchParams: Promise<SearchParams>;
}

/** Returns a page component for a list whose filter is in the URL. An invalid filter value shows an error page. */
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
    if (console.refused !== undefined) return console.refused;
    const invalid = filter.findInvalid(params);
    if (invalid.length > 0) return <InvalidFilter title={title} invalid={invalid} href={href} />;
    return showList(query, console);
  };
}
