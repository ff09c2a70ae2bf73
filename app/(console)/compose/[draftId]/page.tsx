import { ComposeScreen } from "#components/compose/compose-screen.tsx";
import { readDraft } from "#lib/compose/compose-form.ts";
import { bringUpToDate, startContent } from "#lib/compose/start-content.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { type DraftStart, draftStart } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { strictest, VERDICT_STATUS } from "#lib/domain/reviews.ts";
import { type Console, enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Compose" };

interface DraftPageProps {
  readonly params: Promise<{ draftId: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function DraftPage({ params, searchParams }: DraftPageProps) {
  const { draftId } = await params;
  const from = draftStart.parse(await searchParams);
  const console = await enterConsole(routes.draft(draftId, from));
  const { gateway, member, refused, release, find, trpc } = console;
  if (refused !== undefined) return refused;
  const stored = await find(trpc.drafts.get.queryOptions({ draftId }));
  const source = stored === null ? await readSource(console, from) : undefined;
  const copied = startContent(release, source);
  const isNew = source === undefined || from.again !== undefined;
  const blank = isNew ? bringUpToDate(copied, gateway.now()) : copied;
  const supersedes = stored === null ? blank.supersedes : readDraft(stored.content)?.supersedes;
  const reasons = supersedes == null ? [] : await readReasons(console, supersedes);
  return <ComposeScreen {...{ draftId, memberId: member.id, release, stored, blank, reasons }} />;
}

/** Returns the reviewers' notes on the submission that the draft revises. */
async function readReasons({ find, trpc }: Console, submissionId: string) {
  const [{ verdicts }, { names }] = await Promise.all([
    find(trpc.submissions.get.queryOptions({ submissionId })),
    find(trpc.reviews.context.queryOptions({ submissionId })),
  ]);
  return verdicts
    .filter(({ note }) => note !== "")
    .map(({ reviewerId, binding, quality, note, createdAt }) => ({
      reviewer: names[reviewerId] ?? reviewerId,
      status: VERDICT_STATUS[strictest([binding, quality])],
      note,
      createdAt,
    }));
}

async function readSource({ find, trpc }: Console, { revise, copy, forecast, again }: DraftStart) {
  const submissionId = revise ?? copy;
  if (submissionId !== undefined) {
    const submission = await find(trpc.submissions.get.queryOptions({ submissionId }));
    const { request, options, title, order } = submission;
    return { request, options: order ?? options, title, ordered: order !== null, supersedes: revise };
  }
  const requestId = forecast ?? again;
  return requestId === undefined ? undefined : find(trpc.forecasts.get.queryOptions({ requestId }));
}
