import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ComposeScreen } from "#components/compose/compose-screen.tsx";
import { readDraft } from "#lib/compose/compose-form.ts";
import { startContent } from "#lib/compose/start-content.ts";
import { type DraftStart, draftStart } from "#lib/console/draft-start.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { isAbsent } from "#server/api/trpc/is-absent.ts";

export const metadata: Metadata = { title: "Compose" };

interface DraftPageProps {
  readonly params: Promise<{ draftId: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function DraftPage({ params, searchParams }: DraftPageProps) {
  const { draftId } = await params;
  const from = draftStart.parse(await searchParams);
  const console = await enterConsole(routes.draft(draftId, from));
  const { member, release, queryClient, trpc } = console;
  try {
    const stored = await queryClient.fetchQuery(trpc.drafts.get.queryOptions({ draftId }));
    const blank = startContent(release, stored === null ? await readSource(console, from) : undefined);
    const supersedes = stored === null ? blank.supersedes : readDraft(stored.content)?.supersedes;
    const reasons = supersedes == null ? [] : await readReasons(console, supersedes);
    return <ComposeScreen {...{ draftId, memberId: member.id, release, stored, blank, reasons }} />;
  } catch (error) {
    if (isAbsent(error)) notFound();
    throw error;
  }
}

type Console = Awaited<ReturnType<typeof enterConsole>>;

/** What reviewers wrote about the submission that is revised. */
async function readReasons({ queryClient, trpc }: Console, submissionId: string) {
  const [{ verdicts }, { names }] = await Promise.all([
    queryClient.fetchQuery(trpc.submissions.get.queryOptions({ submissionId })),
    queryClient.fetchQuery(trpc.reviews.context.queryOptions({ submissionId })),
  ]);
  return verdicts
    .filter(({ note }) => note !== "")
    .map(({ reviewerId, note, createdAt }) => ({ reviewer: names[reviewerId] ?? reviewerId, note, createdAt }));
}

async function readSource({ queryClient, trpc }: Console, { revise, copy, forecast }: DraftStart) {
  const submissionId = revise ?? copy;
  if (submissionId !== undefined) {
    const { request, options, title, ordered } = await queryClient.fetchQuery(
      trpc.submissions.get.queryOptions({ submissionId }),
    );
    return { request, options, title, ordered, supersedes: revise };
  }
  if (forecast === undefined) return undefined;
  return queryClient.fetchQuery(trpc.forecasts.get.queryOptions({ requestId: forecast }));
}
