import { gzipSync } from "node:zlib";
import { uploadFile } from "#server/console/files/upload-evaluation.ts";
import { jsonl, lineOf } from "../research/fixtures.ts";
import type { ConsoleSession } from "./console-session.ts";
import type { TestGateway } from "./start-gateway.ts";
import { until } from "./until.ts";

/** Files of resolved questions and the members' actions on them. */

let count = 0;

/** Returns lines of a new file: questions with crowds that are often right. */
export function newCases(cases: number): object[] {
  count++;
  return Array.from({ length: cases }, (_, index) => {
    const probability = 0.05 + 0.9 * (((index * 7) % 10) / 10);
    const name = `event ${index} of file ${count} of process ${process.pid}`;
    return lineOf(name, [0.5, probability], (index * 3) % 10 < probability * 10 ? "yes" : "no", `set ${index % 2}`);
  });
}

interface Sent {
  readonly status: number;
  // Loosely typed, because the tests' own expectations are the check.
  readonly body: Record<string, unknown>;
}

export async function sendFile(
  gateway: TestGateway,
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

/** Uploads a gzipped file with these lines, and returns the id of its evaluation. */
export async function upload(gateway: TestGateway, member: ConsoleSession, lines: readonly object[]): Promise<string> {
  const { status, body } = await sendFile(gateway, member, gzipSync(jsonl(lines)));
  if (status !== 200) throw new Error(`the upload was answered with ${status}: ${JSON.stringify(body)}`);
  return String(body.evaluationId);
}

const CHECKLIST = { exclusive: true, decidable: true, cutoff: true, sources: true };

/** Returns the input of an approval by a reviewer who has read the whole sample. */
export async function approvalOf({ call }: Pick<ConsoleSession, "call">, evaluationId: string) {
  const { dataDigest } = await call.evaluations.get({ evaluationId });
  const sample = await call.evaluations.sample({ evaluationId });
  const read = sample.map(({ index }) => index);
  return { evaluationId, seen: dataDigest, approve: true, checklist: CHECKLIST, read };
}

export async function approve(reviewer: Pick<ConsoleSession, "call">, evaluationId: string) {
  return reviewer.call.evaluations.decide(await approvalOf(reviewer, evaluationId));
}

/** Waits until an evaluation has ended, and returns its report. */
export async function reportOf({ call }: Pick<ConsoleSession, "call">, evaluationId: string) {
  await until("the evaluation has ended", async () => {
    const { status } = await call.evaluations.get({ evaluationId });
    return status === "finished" ? true : undefined;
  });
  return call.evaluations.report({ evaluationId });
}
