import { gzipSync } from "node:zlib";
import { parseCase, type ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { runEvaluation } from "#lib/evaluation/run-evaluation.ts";
import { evaluate } from "#lib/scores/evaluation.ts";
import { uploadFile } from "#server/console/files/upload-evaluation.ts";
import type { Model } from "#server/models/model.ts";
import { baselinesOf } from "#server/models/pool/references.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { createAsk } from "../research/ask-model.ts";
import type { ConsoleSession } from "./console-session.ts";
import type { TestGateway } from "./start-gateway.ts";
import { until } from "./until.ts";

let count = 0;

/** Returns cases that no earlier call has returned. Their crowd forecasts are roughly calibrated. */
export function newCases(cases: number): object[] {
  count++;
  return Array.from({ length: cases }, (_, index) => {
    const probability = 0.05 + 0.9 * (((index * 7) % 10) / 10);
    const name = `event ${index} of file ${count} of process ${process.pid}`;
    return lineOf(name, [0.5, probability], (index * 3) % 10 < probability * 10 ? "yes" : "no", `set ${index % 2}`);
  });
}

/** Describes the options of a case, as a language model requires. */
export const withDescriptions = (line: object): object =>
  JSON.parse(JSON.stringify(line).replace('{"yes":null,"no":null}', '{"yes":"It happens.","no":"It does not."}'));

interface Sent {
  readonly status: number;
  // Loosely typed, because the tests check the body.
  readonly body: Record<string, unknown>;
}

export async function sendFile(
  gateway: Pick<TestGateway, "gateway">,
  { cookie }: ConsoleSession,
  content: string | Uint8Array | ReadableStream<Uint8Array>,
  query = "name=questions.jsonl",
  signal?: AbortSignal,
): Promise<Sent> {
  const { origin } = new URL(gateway.gateway.config.consoleUrl);
  const init = { method: "POST", headers: { cookie, origin }, body: content, signal, duplex: "half" };
  const response = await uploadFile(
    gateway.gateway,
    new Request(`${origin}/api/import/evaluations?${query}`, init as RequestInit),
  );
  return { status: response.status, body: await response.json() };
}

export async function upload(gateway: TestGateway, member: ConsoleSession, lines: readonly object[]): Promise<string> {
  const { status, body } = await sendFile(gateway, member, gzipSync(jsonl(lines)));
  if (status !== 200) throw new Error(`upload failed with status ${status}: ${JSON.stringify(body)}`);
  return String(body.evaluationId);
}

const CHECKLIST = { exclusive: true, decidable: true, cutoff: true, sources: true };

/** Returns the input of evaluations.decide for an approval that lists the whole sample as read. */
export async function approvalOf({ call }: Pick<ConsoleSession, "call">, evaluationId: string) {
  const { dataDigest } = await call.evaluations.get({ evaluationId });
  const sample = await call.evaluations.sample({ evaluationId });
  const read = sample.map(({ index }) => index);
  return { evaluationId, seen: dataDigest, approve: true, checklist: CHECKLIST, read };
}

export async function approve(reviewer: Pick<ConsoleSession, "call">, evaluationId: string) {
  return reviewer.call.evaluations.decide(await approvalOf(reviewer, evaluationId));
}

export async function reportOf({ call }: Pick<ConsoleSession, "call">, evaluationId: string) {
  await until("the evaluation is finished", async () => {
    const { status } = await call.evaluations.get({ evaluationId });
    return status === "finished";
  });
  return call.evaluations.report({ evaluationId });
}

export function parseCases(lines: readonly string[]): ResolvedCase[] {
  return lines.map((line, index) => parseCase(line, index + 1)).filter((one) => typeof one !== "string");
}

/** Returns the report that `npm run evaluate` would make for these cases of one file. */
export async function evaluateAlone(
  model: Model,
  cases: readonly ResolvedCase[],
  { dataDigest, fileName }: { readonly dataDigest: string; readonly fileName: string },
): Promise<unknown> {
  const answers = await runEvaluation({
    cases,
    ask: createAsk(model, 30_000),
    store: { kept: new Map(), keep: async () => {} },
    parallel: 1,
    signal: new AbortController().signal,
    pause: async () => {},
    step: () => {},
  });
  const subject = { adapter: "pool", server: null, dataDigest, files: [fileName] };
  return JSON.parse(JSON.stringify(evaluate(subject, cases, answers, baselinesOf)));
}
