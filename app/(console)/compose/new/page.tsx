import { redirect } from "next/navigation";
import { v7 as uuid } from "uuid";
import { readDraftStart } from "#lib/console/draft-start.ts";
import type { SearchParams } from "#lib/console/page-query.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";

/** Gives a new draft its address, so that a reload finds it again. Nothing is stored before something is written. */
export default async function NewDraftPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const start = readDraftStart(await searchParams);
  await enterConsole(routes.newDraft(start));
  redirect(routes.draft(uuid(), start));
}
