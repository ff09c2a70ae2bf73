import { redirect } from "next/navigation";
import { v7 as uuid } from "uuid";
import type { SearchParams } from "#lib/console/filter.ts";
import { draftStart } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

/** Redirects to a URL with a new draft id, so a reload opens the same draft. The first edit stores the draft. */
export default async function NewDraftPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const start = draftStart.parse(await searchParams);
  await enterConsole(draftStart.href(start));
  redirect(routes.draft(uuid(), start));
}
