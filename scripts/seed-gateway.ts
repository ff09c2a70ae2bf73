import { v7 as uuid } from "uuid";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Member, Role } from "#lib/domain/members.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { identify } from "#server/base/digest.ts";
import type { Config } from "#server/config/read-config.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { members } from "#server/db/member-schema.ts";
import { predict } from "#server/gateway/predict/predict.ts";
import { requireValid } from "#server/gateway/predict/valid-request.ts";
import { freeWork } from "#server/limits/work.ts";
import { createGateway, type RunningGateway } from "#server/process/create-gateway.ts";
import type { Seeded } from "#test/pages.ts";
import { approval } from "#test/review.ts";
import { DAY_MS, inventQuestion, type Question } from "./invented-question.ts";
import { refuse, seedExamples } from "./seed-examples.ts";

/** Length of the seeded history, in days. */
const DAYS = 150;
const DAYS_BETWEEN_INPUTS = 9;
/** Days from a resolution date to the record of the outcome and to its confirmation. */
const DAYS_TO_RECORD = 4;
const DAYS_TO_CONFIRM = 9;
/** Concurrent forecasts; below the default of MODEL_QUEUE, so none is refused. */
const MAX_CONCURRENT = 32;
const CALLERS = ["newsroom", "nightly batch", "harbour office"];
const { signal } = new AbortController();

export interface Size {
  readonly forecasts: number;
  readonly questions: number;
}

/** Size of the instance of `npm run demo`. */
export const DEMO: Size = { forecasts: 600, questions: 60 };

interface Seeding extends Desk {
  readonly start: number;
  readonly random: () => number;
  setClock(at: number): void;
  /** Advances the progress bar; called after each forecast. */
  step(): void;
}

export interface Asked extends Question {
  /** Day of the question's latest submission, counted from the start of the history; -Infinity before the first. */
  submittedOn: number;
  approved?: PredictionRequest;
  /** Id of a submission that a reviewer returned for changes. */
  toRevise?: string | undefined;
  /** Id of the recorded, unconfirmed outcome. */
  outcomeId?: string;
  /** Request id of the question's latest forecast. */
  requestId?: string;
}

/**
 * Fills an empty gateway with an invented history that ends now, by calling the procedures that the console and the API
 * call: submissions, verdicts, forecasts, refusals and outcomes day by day, then examples for the other pages.
 */
export async function seedGateway(config: Config, size: Size, step = () => {}): Promise<Seeded> {
  // Midnight, so that resolution dates are whole days.
  const start = (Math.floor(Date.now() / DAY_MS) - DAYS) * DAY_MS;
  let clock = start;
  const limits = { approvalMaxDays: undefined, changesPerMinute: Number.MAX_SAFE_INTEGER };
  const seedConfig = { ...config, reviewsRequired: 1, ...limits };
  const running = await createGateway(seedConfig, { now: () => new Date(clock) });
  const setClock = (at: number) => {
    clock = at;
  };
  try {
    const seeding = { ...(await openDesk(running)), start, random: seededRandom(1), setClock, step };
    const questions = await seedHistory(seeding, size);
    setClock(Date.now());
    return await seedExamples(seeding, questions);
  } finally {
    setClock(Date.now());
    await running.close();
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Returns, for each role, its first member and a caller for the console's tRPC procedures. */
async function openDesk({ gateway }: RunningGateway) {
  const all = await gateway.database.orm.select().from(members);
  const as = (role: Role) => {
    const member: Member | undefined = all.find((one) => one.role === role);
    if (member === undefined) throw new Error(`There is no ${role}.`);
    const context = { gateway, member: { ...member, sessionId: "" }, work: freeWork(), arrivedAt: performance.now() };
    return { member, call: appRouter.createCaller(context) };
  };
  return { gateway, researcher: as("researcher"), reviewer: as("reviewer"), admin: as("admin") };
}

async function seedHistory(seeding: Seeding, { forecasts, questions: count }: Size): Promise<readonly Asked[]> {
  const { admin, gateway, random, start, setClock } = seeding;
  const callers = new Map<string, string>();
  for (const name of CALLERS) callers.set((await admin.call.credentials.issue({ name })).credentialId, name);
  const questions = Array.from({ length: count }, (_, index): Asked => {
    const day = Math.floor(((DAYS - 1) * index) / count);
    return { ...inventQuestion(index, start + day * DAY_MS), submittedOn: -Infinity };
  });
  // With few forecasts per question, each question gets only one input.
  const interval = forecasts / count < DAYS_BETWEEN_INPUTS ? Infinity : DAYS_BETWEEN_INPUTS;
  for (let day = 0; day < DAYS; day++) {
    const at = start + day * DAY_MS;
    setClock(at);
    for (const [index, question] of questions.entries()) await seedOutcome(seeding, question, index, at);
    const open = questions.filter(({ opensAt, resolvesAt }) => opensAt <= at && resolvesAt > at + DAY_MS);
    const due = open.filter(({ submittedOn }) => submittedOn === -Infinity || day - submittedOn >= interval);
    for (const [index, question] of due.entries()) {
      setClock(at + Math.floor((index / due.length) * 0.25 * DAY_MS));
      question.submittedOn = day;
      await submit(seeding, question);
    }
    const share = Math.floor(((day + 1) * forecasts) / DAYS) - Math.floor((day * forecasts) / DAYS);
    // Questions with a new input come first: on a day with enough forecasts, each of them gets one.
    const asked = Array.from({ length: share }, (_, index) => due[index] ?? pick(random, open));
    const batch = Math.min(MAX_CONCURRENT, Math.ceil(share / 24));
    for (let first = 0; first < share; first += batch) {
      setClock(at + Math.floor((0.25 + (0.75 * first) / share) * DAY_MS));
      await Promise.all(asked.slice(first, first + batch).map((question) => forecast(seeding, callers, question)));
    }
  }
  await gateway.database.pool.query(
    `with used as (insert into credential_uses select actor_id, max(at) from events where actor_id = any($1) group by 1)
     update credentials set created_at = to_timestamp($2) where id::text = any($1)`,
    [[...callers.keys()], start / 1_000],
  );
  return questions;
}

/** Submits a question's next request. Approves the first one, and 90 % of the later ones. Some recent ones wait. */
async function submit({ gateway, researcher, reviewer, random }: Seeding, question: Asked): Promise<void> {
  const request = question.requestAt(gateway.now().getTime());
  const submission = await researcher.call.submissions.submit({ request, supersedes: question.toRevise });
  question.toRevise = undefined;
  const { taskId } = submission;
  if (question.approved === undefined) await researcher.call.questions.tag({ taskId, tag: question.tag, active: true });
  const chance = question.approved === undefined ? 1 : random();
  if (chance < 0.05 && question.submittedOn > DAYS - 14) return;
  if (chance < 0.05) await researcher.call.submissions.withdraw(submission);
  else if (chance < 0.07) await refuse(reviewer, submission, "reject");
  else if (chance < 0.1) {
    await refuse(reviewer, submission, "changes");
    question.toRevise = submission.submissionId;
  } else {
    await reviewer.call.reviews.decide(approval(submission));
    question.approved = request;
  }
}

/** Requests a forecast with a random API key. Before 6 % of the forecasts, also sends a request that is refused. */
async function forecast({ gateway, random, step }: Seeding, callers: Map<string, string>, question: Asked) {
  const ask = async (body: string): Promise<string> => {
    const [id, name] = pick(random, [...callers]);
    const requestId = uuid({ msecs: gateway.now().getTime() });
    const caller = { type: "credential", id, name, ratePerMinute: Infinity } as const;
    const call = { requestId, caller, arrivedAt: performance.now(), signal, idempotencyKey: undefined };
    await predict(gateway, call, () => requireValid(body));
    return requestId;
  };
  if (question.approved === undefined) throw new Error("This question has no approved input.");
  if (random() < 0.06) await ask(pick(random, REFUSED)(question.approved));
  question.requestId = await ask(JSON.stringify(question.approved));
  step();
}

/** Functions that make request bodies which the gateway refuses, each for a different reason. */
const REFUSED: readonly ((request: PredictionRequest) => string)[] = [
  () => "{",
  (request) => JSON.stringify({ ...request, task: { ...request.task, criteria: {} } }),
  (request) => JSON.stringify({ ...request, model: "service-r12-a" }),
  (request) => JSON.stringify({ ...request, input: { ...request.input, as_of: "2019-01-01T00:00:00Z" } }),
  (request) => JSON.stringify({ ...request, input: { ...request.input, context: request.input.context.slice(1) } }),
];

/**
 * Records the outcome of a question some days after its resolution date, and confirms it some days later. Of 24
 * questions, one is void and one is forgotten.
 */
async function seedOutcome({ researcher, reviewer }: Seeding, question: Asked, index: number, at: number) {
  const days = Math.floor((at - question.resolvesAt) / DAY_MS);
  if (days === DAYS_TO_RECORD && index % 24 !== 17) {
    const option = index % 24 === 11 ? null : question.outcome;
    const entry = { taskId: identify(question.task).id, option, source: "The register of the day." };
    question.outcomeId = (await researcher.call.outcomes.record(entry)).outcomeId;
  } else if (days === DAYS_TO_CONFIRM && question.outcomeId !== undefined) {
    await reviewer.call.outcomes.confirm({ outcomeId: question.outcomeId });
  }
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}
