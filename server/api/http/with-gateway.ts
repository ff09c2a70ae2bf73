import { v7 as uuid } from "uuid";
import { type RunningGateway, sharedGateway } from "#server/create-gateway.ts";
import { describeFailedStart } from "#server/describe-error.ts";
import { GatewayError } from "#server/errors.ts";
import { failure } from "./http-response.ts";

/**
 * Answers with the gateway of this process. Under plain `next start` a request may come before the gateway could start:
 * it gets a 503, the reason is logged, and the next request tries again.
 */
export async function withGateway(answer: (wired: RunningGateway) => Promise<Response> | Response): Promise<Response> {
  let wired: RunningGateway;
  try {
    wired = await sharedGateway();
  } catch (error) {
    console.error(`The gateway could not start: ${describeFailedStart(error)}`);
    const { status, headers, body } = failure(new GatewayError("AUDIT_UNAVAILABLE", { retryAfter: 5 }), uuid(), {});
    return new Response(body, { status, headers });
  }
  return answer(wired);
}
