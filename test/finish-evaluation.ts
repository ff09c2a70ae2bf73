import type { ConsoleClient } from "./console-client.ts";
import { until } from "./until.ts";

export async function uploadFile(
  url: string,
  { cookie }: ConsoleClient,
  name: string,
  content: string,
): Promise<string> {
  const response = await fetch(`${url}/api/import/evaluations?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { cookie, origin: url },
    body: content,
  });
  const report: unknown = await response.json();
  if (!response.ok) throw new Error(`upload failed with status ${response.status}: ${JSON.stringify(report)}`);
  return String(Object(report).evaluationId);
}

/** Approves an evaluation file and lists the whole sample as read. */
export async function approveFile(reviewer: ConsoleClient, evaluationId: string): Promise<void> {
  const { dataDigest: seen } = Object(await reviewer.query("evaluations.get", { evaluationId }));
  const sample = Object(await reviewer.query("evaluations.sample", { evaluationId }));
  const read = sample.map((one: object) => Object(one).index);
  const checklist = { exclusive: true, decidable: true, cutoff: true, sources: true };
  await reviewer.mutate("evaluations.decide", { evaluationId, seen, approve: true, checklist, read });
}

export async function waitUntilFinished(member: ConsoleClient, evaluationId: string): Promise<void> {
  await until("the evaluation is finished", async () => {
    const { status } = Object(await member.query("evaluations.get", { evaluationId }));
    return status === "finished";
  });
}

/** Uploads and approves a file, runs its evaluation to the end, and returns the evaluation's id. */
export async function finishEvaluation(
  url: string,
  researcher: ConsoleClient,
  reviewer: ConsoleClient,
  file: { readonly name: string; readonly content: string },
): Promise<string> {
  const evaluationId = await uploadFile(url, researcher, file.name, file.content);
  await approveFile(reviewer, evaluationId);
  await researcher.mutate("evaluations.act", { evaluationId, action: "start" });
  await waitUntilFinished(researcher, evaluationId);
  return evaluationId;
}
