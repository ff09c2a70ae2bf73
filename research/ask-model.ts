import { canonicalJson } from "#lib/contract/canonical.ts";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import type { Asked, Busy } from "#lib/evaluation/run-evaluation.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { isGatewayError } from "#server/base/errors.ts";
import { checkTiming, toResult } from "#server/gateway/predict/check-answer.ts";
import type { ApprovedInput, Model } from "#server/models/model.ts";

/** Error codes of a model that is unavailable or busy. The request is retried. */
const BUSY = ["MODEL_OFFLINE", "MODEL_NOT_READY", "QUEUE_FULL"];

/**
 * Returns a function that requests a forecast from the model as the gateway does, with the same deadline and validation
 * of the answer. Skips review, because the developer supplies the cases.
 */
export function createAsk(model: Model, deadlineMs: number) {
  return async ({ request: { task, input }, line }: ResolvedCase, signal: AbortSignal): Promise<Asked | Busy> => {
    const support = model.supports(task, input);
    if (!support.ok) return { ok: false, code: "TASK_NOT_SUPPORTED", reason: support.reason };
    const deadline = AbortSignal.timeout(deadlineMs);
    const canonical = { task: canonicalJson(task), input: canonicalJson(input) };
    const ids = { requestId: crypto.randomUUID(), taskId: `line ${line}`, inputId: `line ${line}` };
    const content = { task, input, canonical, ...ids };
    const start = performance.now();
    try {
      const either = AbortSignal.any([signal, deadline]);
      const answer = await model.forecast(content as ApprovedInput, either, deadlineMs);
      checkTiming(answer, performance.now() - start);
      const { probabilities } = toResult(task, answer);
      const ordered = inOrder(probabilities, Object.keys(task.criteria));
      return { ok: true, modelVersion: answer.modelVersion, probabilities: ordered };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) return { ok: false, code: "MODEL_TIMEOUT", reason: `no answer within ${deadlineMs} ms` };
      if (!isGatewayError(error)) throw error;
      const { code, retryAfter, detail, message } = error;
      if (BUSY.includes(code)) return { ok: "busy", code, retrySeconds: retryAfter ?? 1 };
      return { ok: false, code, reason: detail ?? message };
    }
  };
}
