import type { Subject } from "#server/events/event.ts";
import { lookUpStanding } from "#server/reviews/standing.ts";
import { v7 as uuid } from "uuid";
import type { ErrorBody } from "#lib/contract/response.ts";
import { toContractError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import { admit } from "#server/predict/admit.ts";
import { errorBody } from "#server/predict/answer.ts";
import { requireReady } from "#server/predict/require-ready.ts";
import { requireValid } from "#server/predict/require-valid.ts";

export interface CheckReport {
  /** Would the API answer with a forecast? */
  readonly ok: boolean;
  /** The error body that it would answer otherwise. */
  readonly answer: ErrorBody | null;
}

/** What the API would answer to a request, by the API's own steps, without a forecast and without a record. */
export async function checkTask(gateway: Gateway, value: unknown): Promise<CheckReport> {
  const requestId = uuid();
  try {
    const standing = (subject: Subject) => lookUpStanding(gateway.database, subject);
    await admit({ model: gateway.model, requestId, standing }, requireValid(value));
    await requireReady(gateway.model);
    return { ok: true, answer: null };
  } catch (thrown) {
    return { ok: false, answer: errorBody(toContractError(thrown), requestId) };
  }
}
