import { redirect } from "next/navigation";
import { v7 as uuid } from "uuid";
import type { SearchParams } from "#lib/console/filter.ts";
import { draftStart } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

/** Redirects to a new draft id, so that a reload finds the draft again. Nothing is stored until the first edit. */
export default async function NewDraftPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const start = draftStart.parse(await searchParams);
  await enterConsole(draftStart.href(start));
  redirect(routes.draft(uuid(), start));
}
