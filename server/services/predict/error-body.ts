import type { ErrorBody } from "#lib/contract/response.ts";
import type { ContractError } from "#server/errors.ts";

/** The body that a refusal is answered with. */
export function errorBody(error: Pick<ContractError, "code" | "message" | "issues">, requestId: string): ErrorBody {
  return { error: { code: error.code, message: error.message, issues: [...error.issues] }, request_id: requestId };
}
