import { theGateway } from "#server/wiring.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

/** Sign-in, sign-out and sessions, by better-auth. */
export async function answerAuth(request: Request): Promise<Response> {
  const { gateway, auth } = await theGateway();
  return refuseForeignOrigin(gateway.config, request) ?? auth.handler(request);
}
