import { randomUUID } from "node:crypto";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { ConsoleSession } from "./console-session.ts";
import { readExample } from "./start-gateway.ts";

let count = 0;

/** Returns the binary example with a unique question and a unique observation, and with this resolution date. */
export function newRequest(resolvesAt?: string): PredictionRequest {
  const { model, task, input } = readExample("binary");
  // A word of 32 letters: a search for it finds only this question, because numbers begin other numbers.
  const word = randomUUID().replace(/[\d-]/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
  const words = `Question ${++count}, ${word}?`;
  const resolution = { ...task.resolution, resolves_at: resolvesAt ?? task.resolution.resolves_at };
  const observation = { type: "text" as const, text: words, observed_at: input.as_of };
  return {
    model,
    task: { ...task, instructions: words, resolution },
    input: { ...input, context: [...input.context, observation] },
  };
}

export interface Seen {
  readonly submissionId: string;
  readonly taskId: string;
  readonly inputId: string;
}

const WHOLE = { exclusive: true, decidable: true, cutoff: true, sources: true };

export function approval({ submissionId, taskId, inputId }: Seen) {
  return {
    submissionId,
    seen: { taskId, inputId },
    binding: "approve" as const,
    quality: "approve" as const,
    checklist: WHOLE,
  };
}

/** Records an outcome as one member and confirms it as another. Returns the outcome's id. */
export async function confirmOutcome(
  recorder: ConsoleSession,
  confirmer: ConsoleSession,
  entry: Parameters<ConsoleSession["call"]["outcomes"]["record"]>[0],
): Promise<string> {
  const { outcomeId } = await recorder.call.outcomes.record(entry);
  await confirmer.call.outcomes.confirm({ outcomeId });
  return outcomeId;
}

export async function submitAndApprove(
  author: ConsoleSession,
  reviewer: ConsoleSession,
  request = newRequest(),
): Promise<Seen & { readonly request: PredictionRequest }> {
  const submission = await author.call.submissions.submit({ request });
  await reviewer.call.reviews.decide(approval(submission));
  return { ...submission, request };
}
