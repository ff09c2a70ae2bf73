import { v7 as uuid } from "uuid";
import { describeFailedStart } from "#server/base/describe-error.ts";
import { GatewayError } from "#server/base/errors.ts";
import { failure } from "#server/gateway/http/http-response.ts";
import { type RunningGateway, sharedGateway } from "#server/process/create-process.ts";

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
