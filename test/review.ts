import type { PredictionRequest } from "#lib/contract/request.ts";
import type { ConsoleSession } from "./console-session.ts";
import { readExample } from "./start-gateway.ts";

let count = 0;

/** Returns the binary example with a unique question and a unique observation. */
export function newRequest(): PredictionRequest {
  const { model, task, input } = readExample("binary");
  count++;
  const words = `Question ${count} of process ${process.pid}, ${Date.now()}?`;
  const observation = { type: "text" as const, text: words, observed_at: input.as_of };
  return {
    model,
    task: { ...task, instructions: words },
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

export async function submitAndApprove(
  author: ConsoleSession,
  reviewer: ConsoleSession,
  request = newRequest(),
): Promise<Seen & { readonly request: PredictionRequest }> {
  const submission = await author.call.submissions.submit({ request });
  await reviewer.call.reviews.decide(approval(submission));
  return { ...submission, request };
}
