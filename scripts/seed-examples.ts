import { readFileSync } from "node:fs";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { FirstRun } from "#server/process/seed-first-start.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { finishEvaluation } from "#test/finish-evaluation.ts";
import type { Seeded } from "#test/pages.ts";
import { seedDecided } from "./seed-decided.ts";
import { ferryOn, leaking, long, resolvedQuestions, tie } from "./seed-requests.ts";

const WHOLE = { exclusive: true, decidable: true, cutoff: true, sources: true };

/** Fills a new gateway with example content through its own API, so that its pages have something to show. */
export async function seedExamples(url: string, { accounts, api_key: key }: FirstRun): Promise<Seeded> {
  const [researcher, reviewer, admin] = await Promise.all([
    signIn(url, accounts.researcher),
    signIn(url, accounts.reviewer),
    signIn(url, accounts.admin),
  ]);
  await admin.mutate("credentials.issue", { name: "The forecasting desk of the northern coast’s harbour offices" });
  const invited = { email: "the.harbour.master@northern-coast.example.org", role: "reviewer" };
  const { link } = Object(await admin.mutate("members.invite", invited));
  for (const request of [tie(), long(), ferryOn(1)]) await approve(researcher, reviewer, request);
  const { requestId, otherRequestId } = await makeTraffic(url, key);
  const taskId = await seedDecided({
    researcher,
    reviewer,
    approve: (request) => approve(researcher, reviewer, request),
  });
  await fillQueue(researcher, reviewer);
  const submissionId = await revise(researcher, reviewer);
  const file = { name: "harbour-questions.jsonl", content: resolvedQuestions() };
  const evaluationId = await finishEvaluation(url, researcher, reviewer, file);
  const experimentId = await experiment(researcher, submissionId);
  return { requestId, otherRequestId, taskId, submissionId, link, evaluationId, experimentId };
}

/** Without the first observation, and with none of the texts. */
async function experiment(researcher: ConsoleClient, submissionId: string): Promise<string> {
  const { request } = Object(await researcher.query("submissions.get", { submissionId }));
  const { context }: PredictionRequest["input"] = request.input;
  const variants = [
    { name: "without the first observation", context: context.slice(1) },
    { name: "without any observation", context: [] },
  ];
  const { experimentId } = Object(await researcher.mutate("experiments.create", { submissionId, variants }));
  return experimentId;
}

interface Submitted {
  readonly submissionId: string;
  readonly taskId: string;
  readonly inputId: string;
}

async function submit(author: ConsoleClient, request: PredictionRequest, more: object = {}): Promise<Submitted> {
  return Object(await author.mutate("submissions.submit", { request, ...more }));
}

async function decide(reviewer: ConsoleClient, { submissionId, taskId, inputId }: Submitted, more: object) {
  const approval = {
    submissionId,
    seen: { taskId, inputId },
    binding: "approve",
    quality: "approve",
    checklist: WHOLE,
  };
  await reviewer.mutate("reviews.decide", { ...approval, ...more });
}

async function approve(author: ConsoleClient, reviewer: ConsoleClient, request: PredictionRequest): Promise<void> {
  await decide(reviewer, await submit(author, request), {});
}

/**
 * Answers and refusals of several kinds, and requests that wait for review. Returns the ids of a forecast with many
 * options, and of one with a tie.
 */
async function makeTraffic(url: string, key: string): Promise<Pick<Seeded, "requestId" | "otherRequestId">> {
  const ask = async (body: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/predict`, { method: "POST", headers, body });
    await response.text();
    return response.headers.get("x-request-id") ?? "";
  };
  const examples = ["binary", "counts", "measurement", "multiclass"].map((name) =>
    readFileSync(`examples/${name}.json`, "utf8"),
  );
  for (let round = 0; round < 18; round++) {
    for (const body of [...examples, "{", JSON.stringify(tie()), JSON.stringify(ferryOn(1))]) await ask(body);
  }
  await ask(JSON.stringify({ ...leaking(), model: "service-r12-a" }));
  for (const body of examples) await ask(body.replace(/"instructions": "/, "$&And, asked by a backend: "));
  return {
    requestId: await ask(JSON.stringify(long())),
    otherRequestId: await ask(JSON.stringify(tie())),
  };
}

/** More than a page of submissions in all states. */
async function fillQueue(researcher: ConsoleClient, reviewer: ConsoleClient): Promise<void> {
  const days = Array.from({ length: 29 }, (_, index) => index + 2);
  await researcher.mutate("submissions.import", { jsonl: days.map((day) => JSON.stringify(ferryOn(day))).join("\n") });
  const note = "The second source is a copy of the first. ".repeat(12);
  const submitted = await submit(researcher, { ...long(), input: ferryOn(3).input }, { note });
  await decide(reviewer, submitted, { quality: "changes", note });
  const rejected = await submit(researcher, { ...leaking(), input: ferryOn(4).input });
  await decide(reviewer, rejected, { binding: "reject", quality: "reject", note: "Nobody can decide this." });
  const { submissionId } = await submit(researcher, { ...tie(), input: ferryOn(5).input });
  await researcher.mutate("submissions.withdraw", { submissionId });
  await submit(reviewer, { ...tie(), input: ferryOn(6).input }, { title: "Of the reviewer’s own" });
}

/** A waiting revision with findings, a note and an earlier version to compare with. */
async function revise(researcher: ConsoleClient, reviewer: ConsoleClient): Promise<string> {
  const first = await submit(researcher, leaking(), { note: "For the coast guard." });
  await decide(reviewer, first, { quality: "changes", note: "Take out what was written after the cutoff." });
  const { input, ...rest } = leaking();
  const context = [...input.context.slice(0, 3), ...input.context.slice(4)];
  const again = { ...rest, input: { ...input, context } };
  const { submissionId } = await submit(researcher, again, {
    note: "I have taken the duplicate out. The report of August is the only one that names the date of the works.",
    supersedes: first.submissionId,
  });
  return submissionId;
}
