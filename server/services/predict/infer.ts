import { GatewayError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { type AbortReason, startDeadline } from "#server/infra/limits/deadline.ts";
import { unlessAborted } from "#server/infra/limits/unless-aborted.ts";
import type { ApprovedInput, ModelAnswer } from "#server/infra/models/model.ts";
import type { Attempt } from "./attempt.ts";
import { requireReady } from "./require-ready.ts";

export interface Inference {
  readonly answer: ModelAnswer;
  /** Milliseconds spent waiting for a place. */
  readonly queueMs: number;
  /** Milliseconds between asking the model and its answer, by the gateway's clock. */
  readonly seenMs: number;
}

/**
 * Steps 11 to 13: room for one more, a model that is ready, a place, one inference; all of it before the request's
 * deadline. Readiness is asked where a place could be had and before it is taken, so that nobody holds or waits for one
 * while an answer about a model that is down is on its way.
 */
export async function infer(gateway: Gateway, attempt: Attempt, approved: ApprovedInput): Promise<Inference> {
  const { admission, model, config } = gateway;
  const deadline = startDeadline(attempt.arrivedAt, config.model.deadlineMs, attempt.signal, gateway.stopping);
  try {
    admission.requireRoom(attempt.caller.id, deadline);
    await unlessAborted(requireReady(model), deadline.signal);
    const place = await admission.enter(attempt.caller.id, deadline);
    try {
      attempt.asked = true;
      // Whoever sent a key may come back for the answer.
      if (attempt.idempotencyKey !== undefined) deadline.outliveCaller();
      const askedAt = performance.now();
      const forecast = model.forecast(approved, deadline.signal, deadline.at - askedAt);
      const answer = await unlessAborted(forecast, deadline.signal);
      deadline.signal.throwIfAborted();
      return { answer, queueMs: place.waited, seenMs: performance.now() - askedAt };
    } finally {
      place.leave();
    }
  } catch (error) {
    if (deadline.signal.aborted) throw timeout(deadline.signal.reason);
    throw error;
  } finally {
    deadline.clear();
  }
}

function timeout(reason: AbortReason): GatewayError {
  if (reason !== "stopping") return new GatewayError("MODEL_TIMEOUT", { detail: reason });
  return new GatewayError("MODEL_TIMEOUT", {
    message: "The gateway stopped before the model answered. Send the request again.",
    detail: reason,
  });
}
