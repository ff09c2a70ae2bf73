import { z } from "zod";
import { emailAddress, memberName, newPassword } from "#lib/account-rules.ts";
import { type ConsoleCode, isGatewayError } from "#server/error.ts";
import { redeemLink } from "#server/members/redeem-link.ts";
import { theGateway } from "#server/wiring.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";
import { nameFault } from "./name-fault.ts";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

/** Tries a minute of an address. */
const TRIES = 20;

const schema = z.object({
  token: z.string().min(1).max(200),
  password: newPassword,
  name: memberName.optional(),
  email: emailAddress.optional(),
});

const STATUS = { BAD_REQUEST: 400, FORBIDDEN: 403, NOT_FOUND: 404, CONFLICT: 409 } as const satisfies Record<
  ConsoleCode,
  number
>;

/** `POST /api/join`: uses a one-time link; answers `{email}`, with which one may now sign in. */
export async function answerJoin(request: Request): Promise<Response> {
  const { gateway } = await theGateway();
  const refused = refuseForeignOrigin(gateway.config, request);
  if (refused !== undefined) return refused;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const { allowed, resetSeconds } = await gateway.rateLimit(`join:${address}`, TRIES);
  if (!allowed) {
    const headers = { "retry-after": String(resetSeconds) };
    return answer(429, { error: { code: "RATE_LIMITED", message: "Too many tries from your address." } }, headers);
  }
  const body = schema.safeParse(await request.json().catch(() => undefined));
  if (!body.success) {
    const message = body.error.issues[0]?.message ?? "The input is not right.";
    return answer(400, { error: { code: "BAD_REQUEST", message } });
  }
  try {
    return answer(200, { email: await redeemLink(gateway, body.data) });
  } catch (error) {
    if (isGatewayError(error) && error.code in STATUS) {
      const { code, message } = error;
      return answer(STATUS[code as ConsoleCode], { error: { code, message } });
    }
    gateway.log.error({ detail: nameFault(error) }, "a link could not be used");
    return answer(500, { error: { code: "INTERNAL_ERROR", message: "The gateway failed. Try again in a moment." } });
  }
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
