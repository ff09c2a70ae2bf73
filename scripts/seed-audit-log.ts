import { v7 as uuid } from "uuid";
import type { Member } from "#lib/domain/members.ts";
import type { Verdict } from "#lib/domain/reviews.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { type Actor, memberActor } from "#server/audit/log/event.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { decideIn } from "#server/console/reviews/decide-submission.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { admit } from "#server/gateway/predict/admit.ts";
import { toResult } from "#server/gateway/predict/check-answer.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { createSubmission } from "#server/gateway/submissions/create-submission.ts";
import type { ApprovedInput, ModelAnswer } from "#server/models/model.ts";
import { makeQuestion, type Question } from "./make-question.ts";

/** The length of the invented history in days. */
export const DAYS = 120;

const DAY_MS = 86_400_000;
/** Unless the number of questions is named. */
export const FORECASTS_A_QUESTION = 200;
const DAYS_BETWEEN_INPUTS = 9;
const CHECKLIST = { exclusive: true, decidable: true, cutoff: true, sources: true };

export interface Seeding {
  readonly gateway: ConsoleContext;
  /** Sets the gateway's clock for the events that follow. */
  setClock(at: number): void;
  readonly start: number;
  readonly forecasts: number;
  readonly questions: number;
  readonly author: Member;
  readonly reviewer: Member;
  readonly callers: readonly Actor[];
  /** Called for each forecast. */
  step(): void;
}

interface Open {
  readonly question: Question;
  submittedOn: number;
  /** The latest approved input with the model's answer. */
  current?: { readonly approved: ApprovedInput; readonly answer: ModelAnswer };
}

/** Invents what a deployment records in the course of DAYS: submissions, decisions, answers, refusals, one after another. */
export async function seedRecord(seeding: Seeding): Promise<void> {
  const random = seededRandom(1);
  const { start, forecasts, questions: count } = seeding;
  const questions = Array.from({ length: count }, (_, index) => {
    const day = Math.floor(((DAYS - 1) * index) / count);
    return { question: makeQuestion(random, index + 1, start + day * DAY_MS), submittedOn: -Infinity };
  });
  let open: Open[] = [];
  for (let day = 0; day < DAYS; day++) {
    const at = start + day * DAY_MS;
    open = questions.filter(({ question }) => question.opensAt <= at && question.resolvesAt > at + DAY_MS);
    // Of many questions each has few forecasts: one input is enough.
    const isDue = forecasts / count < DAYS_BETWEEN_INPUTS ? 0 : DAYS_BETWEEN_INPUTS;
    const due = open.filter(
      ({ submittedOn }) => submittedOn === -Infinity || (isDue > 0 && day - submittedOn >= isDue),
    );
    for (const [index, entry] of due.entries()) {
      seeding.setClock(at + Math.floor((index / due.length) * 0.25 * DAY_MS));
      await submit(seeding, random, entry, day);
    }
    const share = Math.floor(((day + 1) * forecasts) / DAYS) - Math.floor((day * forecasts) / DAYS);
    await recordDay(seeding, random, open, { from: at + 0.25 * DAY_MS, until: at + DAY_MS, share });
  }
}

/** Submits a question's next input; the reviewer approves most of them. */
async function submit(seeding: Seeding, random: () => number, entry: Open, day: number): Promise<void> {
  const { gateway, author, reviewer } = seeding;
  const { task } = entry.question;
  const input = entry.question.inputAt(gateway.now().getTime());
  const quality = entry.current === undefined ? "approve" : verdict(random());
  entry.submittedOn = day;
  const request = { model: gateway.model.release, task, input };
  const valid = new ValidRequest({ request, options: Object.keys(task.criteria) });
  await inTransaction(gateway.database, async (transaction) => {
    const submission = await createSubmission(gateway, transaction, {
      author: memberActor(author),
      origin: "import",
      valid,
    });
    if (quality === undefined) return;
    const note = quality === "approve" ? "" : "The newest reading cannot be found at its source.";
    const seen = { taskId: submission.taskId, inputId: submission.inputId };
    const decision = { submissionId: submission.id, seen, quality, checklist: CHECKLIST, note };
    await decideIn(gateway, transaction, reviewer, { ...decision, binding: "approve" });
  });
  if (quality !== "approve") return;
  const approved = await admit(gateway.model, uuid(), valid, async () => ({ bound: true, approved: true }));
  entry.current = { approved, answer: await gateway.model.forecast(approved, new AbortController().signal, Infinity) };
}

/** Undefined if nobody has decided yet. */
function verdict(chance: number): Verdict | undefined {
  if (chance < 0.03) return undefined;
  if (chance < 0.06) return "changes";
  return chance < 0.08 ? "reject" : "approve";
}

interface Span {
  readonly from: number;
  readonly until: number;
  readonly share: number;
}

/** One day's forecasts and refusals; the log appends them in groups. */
async function recordDay(
  { gateway, setClock, callers, step }: Seeding,
  random: () => number,
  open: readonly Open[],
  { from, until, share }: Span,
): Promise<void> {
  const { events, model } = gateway;
  const ready = open.flatMap(({ current }) => current ?? []);
  const recorded: Promise<unknown>[] = [];
  for (let index = 0; index < share; index++) {
    const at = from + Math.floor((index / share) * (until - from));
    setClock(at);
    const chosen = ready[Math.floor(random() * ready.length)];
    const caller = callers[Math.floor(random() * callers.length)];
    if (chosen === undefined || caller === undefined) throw new Error("nothing can be forecast on this day");
    const { approved, answer } = chosen;
    const subject = { release: model.release, task_id: approved.taskId, input_id: approved.inputId };
    const request_id = uuid({ msecs: at });
    recorded.push(events.open(caller, { kind: "prediction.opened", request_id, ...subject }));
    recorded.push(
      events.append(caller, {
        kind: "prediction.answered",
        request_id,
        ...subject,
        model_version: answer.modelVersion,
        options: Object.keys(approved.task.criteria),
        result: toResult(approved.task, answer),
        timing: inventTiming(random),
        generated_at: new Date(at).toISOString(),
        trace: answer.trace ?? null,
      }),
    );
    if (random() < 0.06) recorded.push(events.append(caller, inventRefusal(random, at, subject)));
    step();
  }
  await Promise.all(recorded);
}

function inventTiming(random: () => number) {
  const cold = random() < 0.002;
  const [gateway_queue_ms, inference_ms] = [random() < 0.1 ? round(random() * 20) : 0, round(0.05 + random() * 0.4)];
  const load_ms = cold ? round(200 + random() * 900) : 0;
  return {
    gateway_queue_ms,
    model_queue_ms: 0,
    inference_ms,
    load_ms,
    cold_start: cold,
    gateway_total_ms: round(gateway_queue_ms + inference_ms + load_ms + 0.6 + random()),
    cache_hit: false,
    client_end_to_end_ms: null,
  } as const;
}

function inventRefusal(random: () => number, at: number, subject: object) {
  const refusals = [
    { code: "INVALID_JSON", path: "", about: {} },
    { code: "INVALID_CRITERIA", path: "/task/criteria", about: {} },
    { code: "FUTURE_INPUT", path: "/input/context/0/observed_at", about: {} },
    { code: "INPUT_QUALITY_UNVERIFIED", path: "/input", about: subject },
  ] as const;
  const { code, path, about } = refusals[Math.floor(random() * refusals.length)] ?? refusals[0];
  const total_ms = round(0.1 + random());
  return {
    kind: "prediction.refused",
    request_id: uuid({ msecs: at }),
    ...about,
    code,
    issues: [{ code, path }],
    total_ms,
  } as const;
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
