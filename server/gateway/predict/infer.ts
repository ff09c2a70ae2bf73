import { setImmediate } from "node:timers/promises";
import { GatewayError, type GatewayErrorOptions, isGatewayError } from "#server/base/errors.ts";
import type { GatewayContext } from "#server/gateway/context.ts";
import type { Slot } from "#server/limits/admission.ts";
import { type AbortReason, type Deadline, startDeadline } from "#server/limits/deadline.ts";
import { unlessAborted } from "#server/limits/unless-aborted.ts";
import type { ApprovedInput, ModelAnswer } from "#server/models/model.ts";
import { traceStep } from "#server/observe/active-trace.ts";
import type { Call } from "./call.ts";
import { requireReady } from "./require-ready.ts";

export interface HeldSlot {
  readonly slot: Slot;
  readonly deadline: Deadline;
}

export interface Inference {
  readonly answer: ModelAnswer;
  /** Milliseconds spent waiting for a slot. */
  readonly queueMs: number;
  /** Milliseconds between calling the model and its answer, by the gateway's clock. */
  readonly seenMs: number;
}

/**
 * Waits for a slot until the request's deadline. Throws immediately if the queue is full, a token budget is
 * used up or the model is not ready.
 * Readiness is checked first, so that no request occupies or waits for a slot while the model is down.
 */
export async function waitForSlot(
  gateway: Pick<GatewayContext, "config" | "model" | "admission" | "tokens" | "stopping">,
  { caller, arrivedAt, signal }: Call,
): Promise<HeldSlot> {
  const { admission, model, tokens, config, stopping } = gateway;
  const deadline = startDeadline(arrivedAt, config.model.deadlineMs, signal, stopping);
  try {
    admission.requireRoom(caller.id);
    await unlessAborted(tokens.requireLeft(caller), deadline.signal);
    await unlessAborted(requireReady(model), deadline.signal);
    return { slot: await admission.enter(caller.id, deadline), deadline };
  } catch (error) {
    deadline.clear();
    throw timeoutOr(error, deadline);
  }
}

/** Runs one inference in the slot, then releases the slot. An error is `declined` if no inference started. */
export async function infer(
  { model }: Pick<GatewayContext, "model">,
  { idempotencyKey }: Pick<Call, "idempotencyKey">,
  approved: ApprovedInput,
  { slot, deadline }: HeldSlot,
): Promise<Inference> {
  let forecast: Promise<ModelAnswer> | undefined;
  try {
    // With an idempotency key, the inference continues if the caller leaves: a retry then gets the recorded answer.
    if (idempotencyKey !== undefined) deadline.outliveCaller();
    const askedAt = performance.now();
    forecast = traceStep("model", () => model.forecast(approved, deadline.signal, deadline.at - askedAt));
    const answer = await unlessAborted(forecast, deadline.signal);
    deadline.signal.throwIfAborted();
    return { answer, queueMs: slot.waited, seenMs: performance.now() - askedAt };
  } catch (error) {
    throw timeoutOr(error, deadline, await readFailure(forecast));
  } finally {
    slot.leave();
    deadline.clear();
  }
}

/** Returns MODEL_TIMEOUT if the deadline's signal is aborted, for any error; otherwise the error itself. */
function timeoutOr(error: unknown, { signal }: Deadline, spent: Spent = {}): unknown {
  if (!signal.aborted) return error;
  const detail: AbortReason = signal.reason;
  const stopped = "The gateway stopped before the model answered, so no forecast was made.";
  return new GatewayError("MODEL_TIMEOUT", { detail, message: detail === "stopping" ? stopped : undefined, ...spent });
}

type Spent = Pick<GatewayErrorOptions, "declined" | "usage">;

/** Returns `declined` and `usage` of the adapter. Waits one turn, because adapters may reject after the abort. */
async function readFailure(forecast: Promise<ModelAnswer> | undefined): Promise<Spent> {
  const failure = await Promise.race([
    forecast?.then(
      ({ usage }): Spent => ({ usage }),
      (error: unknown): Spent => (isGatewayError(error) ? { declined: error.declined, usage: error.usage } : {}),
    ),
    setImmediate(),
  ]);
  return failure ?? {};
}
