import { v7 as uuid } from "uuid";
import type { OrderedRequest } from "#lib/contract/request.ts";
import type { ErrorBody } from "#lib/contract/response.ts";
import type { Finding } from "#lib/findings/finding.ts";
import { toContractError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Subject } from "#server/infra/audit-log/event.ts";
import { findingsOf } from "#server/services/reviews/findings-of.ts";
import { lookUpReviewState } from "#server/services/reviews/review-state.ts";
import { admit } from "./admit.ts";
import { errorBody } from "./error-body.ts";
import { requireReady } from "./require-ready.ts";

export interface ValidationReport {
  /** Would the API answer with a forecast? */
  readonly ok: boolean;
  /** The error body that it would answer otherwise. */
  readonly answer: ErrorBody | null;
  /** What a reviewer would be shown, for a request that obeys the contract. */
  readonly findings: readonly Finding[];
}

/**
 * What the API would answer to the request that `read` returns or refuses, by the API's own steps, without a forecast and
 * without an audit event.
 */
export async function validate(gateway: Gateway, read: () => OrderedRequest): Promise<ValidationReport> {
  const { model, database } = gateway;
  const requestId = uuid();
  let findings: readonly Finding[] = [];
  try {
    const { request } = read();
    findings = findingsOf(gateway, request);
    await admit({ model, requestId, standing: (subject: Subject) => lookUpReviewState(database, subject) }, request);
    await requireReady(model);
    return { ok: true, answer: null, findings };
  } catch (thrown) {
    return { ok: false, answer: errorBody(toContractError(thrown), requestId), findings };
  }
}
