import { v7 as uuid } from "uuid";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Member, Role } from "#lib/domain/members.ts";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { identify } from "#server/base/digest.ts";
import type { Config } from "#server/config/read-config.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { members } from "#server/db/member-schema.ts";
import { predict } from "#server/gateway/predict/predict.ts";
import { requireValid } from "#server/gateway/predict/require-valid.ts";
import { createGateway, type RunningGateway } from "#server/process/create-gateway.ts";
import type { Seeded } from "#test/pages.ts";
import { approval } from "#test/review.ts";
import { DAY_MS, inventQuestion, type Question } from "./invented-question.ts";
import { refuse, seedExamples } from "./seed-examples.ts";

/** Length of the seeded history, in days. */
const DAYS = 120;
const DAYS_BETWEEN_INPUTS = 9;
/** Concurrent forecasts; below the default of MODEL_QUEUE, so none is refused. */
const MAX_CONCURRENT = 32;
const CALLERS = ["newsroom", "nightly batch", "The forecasting desk of the northern coast’s harbour offices"];
const { signal } = new AbortController();

interface Size {
  readonly forecasts: number;
  readonly questions: number;
}

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
  /** Request id of the question's latest forecast. */
  requestId?: string;
}

/**
 * Fills an empty gateway with an invented history that ends now, by calling the procedures that the console and the API
 * call: submissions, verdicts, forecasts and refusals day by day, then outcomes, then examples for the other pages.
 */
export async function seedGateway(config: Config, size: Size, step = () => {}): Promise<Seeded> {
  const start = Date.now() - DAYS * DAY_MS;
  let clock = start;
  const seedConfig = { ...config, reviewsRequired: 1, changesPerMinute: Number.MAX_SAFE_INTEGER };
  const running = await createGateway(seedConfig, { now: () => new Date(clock) });
  const setClock = (at: number) => {
    clock = at;
  };
  try {
    const seeding = { ...(await openDesk(running)), start, random: seededRandom(1), setClock, step };
    const questions = await seedHistory(seeding, size);
    setClock(Date.now());
    await seedOutcomes(seeding, questions);
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
    const context = { gateway, member: { ...member, sessionId: "" }, signal, arrivedAt: performance.now() };
    return { member, call: appRouter.createCaller(context) };
  };
  return { gateway, researcher: as("researcher"), reviewer: as("reviewer"), admin: as("admin") };
}

async function seedHistory(seeding: Seeding, { forecasts, questions: count }: Size): Promise<readonly Asked[]> {
  const { admin, random, start, setClock } = seeding;
  const callers = new Map<string, string>();
  for (const name of CALLERS) callers.set((await admin.call.credentials.issue({ name })).credentialId, name);
  const questions = Array.from({ length: count }, (_, index): Asked => {
    const day = Math.floor(((DAYS - 1) * index) / count);
    return { ...inventQuestion(random, index, start + day * DAY_MS), submittedOn: -Infinity };
  });
  // With few forecasts per question, each question gets only one input.
  const interval = forecasts / count < DAYS_BETWEEN_INPUTS ? Infinity : DAYS_BETWEEN_INPUTS;
  for (let day = 0; day < DAYS; day++) {
    const at = start + day * DAY_MS;
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
  return questions;
}

/** Submits a question's next request. Approves the first one, and 90 % of the later ones. */
async function submit({ gateway, researcher, reviewer, random }: Seeding, question: Asked): Promise<void> {
  const request = question.requestAt(gateway.now().getTime());
  const submission = await researcher.call.submissions.submit({ request });
  const chance = question.approved === undefined ? 1 : random();
  if (chance < 0.03) return;
  if (chance < 0.05) await researcher.call.submissions.withdraw(submission);
  else if (chance < 0.1) await refuse(reviewer, submission, chance < 0.08 ? "changes" : "reject");
  else {
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

/** Records outcomes for the resolved questions. Some are void; the last outcome stays unconfirmed. */
async function seedOutcomes({ gateway, researcher, reviewer, random }: Seeding, questions: readonly Asked[]) {
  const resolved = questions.filter(({ resolvesAt }) => resolvesAt <= gateway.now().getTime());
  for (const [index, { task }] of resolved.entries()) {
    const option = index % 12 === 5 ? null : pick(random, Object.keys(task.criteria));
    const entry = { taskId: identify(task).id, option, source: "The register of the day." };
    const { outcomeId } = await researcher.call.outcomes.record(entry);
    if (index < resolved.length - 1) await reviewer.call.outcomes.confirm({ outcomeId });
  }
}

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}
