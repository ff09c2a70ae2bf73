import type { Observation } from "#lib/contract/request.ts";
import type { Verdict } from "#lib/domain/reviews.ts";
import { identify, sha256 } from "#server/base/digest.ts";
import { uploadEvaluation } from "#server/console/evaluations/upload-evaluation.ts";
import { freeWork } from "#server/limits/work.ts";
import { approve, reportOf } from "#test/evaluation.ts";
import type { Seeded } from "#test/pages.ts";
import { approval, type Seen } from "#test/review.ts";
import { DAY_MS, inventQuestion, iso, text } from "./invented-question.ts";
import type { Asked, Desk } from "./seed-gateway.ts";

/** Number of the evaluation's first question. */
const FIRST_CASE = 72;

/** Adds examples that the seeded history lacks: tags, notes, an import, an evaluation, an invitation. */
export async function seedExamples(desk: Desk, questions: readonly Asked[]): Promise<Seeded> {
  const { gateway, researcher, reviewer, admin } = desk;
  const [question, other] = questions;
  const latest = questions.at(-1);
  if (!question?.requestId || !other?.requestId || latest === undefined) {
    throw new Error("Each of the first two questions needs a forecast. Increase --forecasts.");
  }
  const { id: taskId } = identify(question.task);
  await reviewer.call.questions.addNote({ taskId, text: "The register is updated at noon, with the day before." });
  const now = gateway.now().getTime();
  const waiting = Array.from({ length: 4 }, (_, hour) => JSON.stringify(latest.requestAt(now - hour * 3_600_000)));
  await researcher.call.submissions.import({ jsonl: waiting.join("\n") });
  const submissionId = await revise(desk, latest, now);
  // A separate question, because a reviewer cannot decide on a submission of their own.
  const own = inventQuestion(questions.length, now).requestAt(now);
  await reviewer.call.submissions.submit({ request: own, title: "By the reviewer" });
  const evaluationId = await evaluate(desk, now);
  const invited = { email: "the.harbour.master@northern-coast.example.org", role: "reviewer" } as const;
  const { link } = await admin.call.members.invite(invited);
  return {
    requestId: question.requestId,
    otherRequestId: other.requestId,
    taskId,
    submissionId,
    evaluationId,
    link,
  };
}

export function refuse(reviewer: Desk["reviewer"], submission: Seen, quality: Verdict) {
  const note = "The second source is a copy of the first. Take one of them out.";
  return reviewer.call.reviews.decide({ ...approval(submission), quality, note });
}

/**
 * Submits a request with findings, requests changes as a reviewer, and submits a revision. Returns the revision's id.
 */
async function revise({ researcher, reviewer }: Desk, latest: Asked, now: number): Promise<string> {
  const request = latest.requestAt(now);
  const { as_of } = request.input;
  const day = iso(now + 30 * DAY_MS).slice(0, 10);
  const context: Observation[] = [
    ...request.input.context,
    text(`On ${day} it was decided: yes. https://example.org/${day.replaceAll("-", "/")}/decided`, as_of),
    { type: "structured", data: { kind: "counts", counts: { yes: -1 } }, observed_at: "2019-01-01T00:00:00Z" },
    text("The next report is due in spring.", as_of),
    text("The next report is due in spring!", as_of),
  ];
  const withContext = (shown: Observation[]) => ({ ...request, input: { as_of, context: shown } });
  const first = { request: withContext(context), note: "The counts are not checked yet." };
  const refused = await researcher.call.submissions.submit(first);
  await refuse(reviewer, refused, "changes");
  const { submissionId } = await researcher.call.submissions.submit({
    request: withContext(context.slice(1)),
    note: "I have removed the first observation. Only the report names the date of the works.",
    supersedes: refused.submissionId,
  });
  return submissionId;
}

async function evaluate({ gateway, researcher, reviewer }: Desk, now: number): Promise<string> {
  const opensAt = now - 100 * DAY_MS;
  const lines = Array.from({ length: 120 }, (_, index) => {
    const { tag, outcome, requestAt } = inventQuestion(FIRST_CASE + index, opensAt);
    const one = { set: tag, question: `case ${index}`, request: requestAt(opensAt + 14 * DAY_MS), outcome };
    return `${JSON.stringify(one)}\n`;
  });
  const text = lines.join("");
  const file = {
    title: "Coastal questions of the summer",
    name: "questions.jsonl",
    text,
    digest: sha256(text).toString("hex"),
  };
  const report = await uploadEvaluation(gateway, researcher.member, async () => file, freeWork());
  if (!("evaluationId" in report)) throw new Error(JSON.stringify(report));
  await approve(reviewer, report.evaluationId);
  await researcher.call.evaluations.act({ evaluationId: report.evaluationId, action: "start" });
  await reportOf(researcher, report.evaluationId);
  return report.evaluationId;
}
