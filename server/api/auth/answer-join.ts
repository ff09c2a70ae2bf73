import { z } from "zod";
import { emailAddress, memberName, newPassword } from "#lib/console/account-rules.ts";
import { readLimited } from "#server/api/http/read-limited.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";
import type { RunningGateway } from "#server/create-gateway.ts";
import { describeError } from "#server/describe-error.ts";
import { type ConsoleCode, isGatewayError } from "#server/errors.ts";
import { redeemLink } from "#server/services/members/redeem-link.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

/** Attempts per minute and address. */
const ATTEMPTS = 20;

const schema = z.object({
  token: z.string().min(1).max(200),
  password: newPassword,
  name: z.optional(memberName),
  email: z.optional(emailAddress),
});

const STATUS = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
} as const satisfies Record<ConsoleCode, number>;

/** `POST /api/join`: uses a one-time link; answers `{email}`, with which one may now sign in. */
export function answerJoin(request: Request): Promise<Response> {
  return withGateway((wired) => join(wired, request));
}

async function join({ gateway }: RunningGateway, request: Request): Promise<Response> {
  const refused = refuseForeignOrigin(gateway.config, request);
  if (refused !== undefined) return refused;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const { allowed, resetSeconds } = await gateway.rateLimit.count(`join:${address}`, ATTEMPTS);
  if (!allowed) {
    const headers = { "retry-after": String(resetSeconds) };
    return answer(429, { error: { code: "RATE_LIMITED", message: "Too many attempts from your address." } }, headers);
  }
  const limited = await readLimited(request);
  if (limited instanceof Response) return limited;
  const body = schema.safeParse(await limited.json().catch(() => undefined));
  if (!body.success) {
    const message = body.error.issues[0]?.message ?? "Invalid input.";
    return answer(400, { error: { code: "BAD_REQUEST", message } });
  }
  try {
    return answer(200, { email: await redeemLink(gateway, body.data) });
  } catch (error) {
    if (isGatewayError(error) && error.code in STATUS) {
      const { code, message } = error;
      return answer(STATUS[code as ConsoleCode], { error: { code, message } });
    }
    gateway.log.error({ detail: describeError(error) }, "a link could not be used");
    return answer(500, { error: { code: "INTERNAL_ERROR", message: "The gateway failed. Try again in a moment." } });
  }
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
