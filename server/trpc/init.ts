import { initTRPC, TRPCError } from "@trpc/server";
import { v7 as uuid } from "uuid";
import { ERRORS } from "#lib/contract/error-table.ts";
import type { ErrorBody } from "#lib/contract/response.ts";
import type { Auth } from "#server/auth/auth.ts";
import { describeDefect } from "#server/describe-error.ts";
import { type ConsoleCode, type GatewayError, isContractError, isGatewayError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Role, SignedIn } from "#server/members/member.ts";
import { errorBody } from "#server/predict/error-body.ts";
import { notJson, type SentBody } from "./sent-request.ts";

export interface Context {
  readonly gateway: Gateway;
  readonly auth: Auth;
  readonly member: SignedIn | undefined;
  readonly signal: AbortSignal;
  /** A measurement of performance.now(). */
  readonly arrivedAt: number;
  /** Undefined for a call within this process, and where the call has no body. */
  readonly body?: SentBody | undefined;
  /** The value of its `Idempotency-Key` header. */
  readonly idempotencyKey?: string | undefined;
}

const t = initTRPC.context<Context>().create({
  /** A refusal of the contract carries, as `data.answer`, the very body that the REST route would answer. */
  errorFormatter({ shape, error }) {
    const answer = error.cause instanceof Refusal ? error.cause.body : undefined;
    return {
      ...shape,
      data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, answer },
    };
  },
});

export const { router } = t;

/** The REST error body of a refusal, on its way through tRPC. */
class Refusal extends Error {
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(body.error.message);
    this.body = body;
  }
}

const mapErrors = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (isGatewayError(cause)) throw toTrpcError(cause);
  if (result.error.code === "BAD_REQUEST" && cause instanceof SyntaxError) throw toTrpcError(notJson(ctx.body));
  // What tRPC itself refuses (input, session, role) has a public message; anything else is a defect.
  if (result.error.code !== "INTERNAL_SERVER_ERROR") throw result.error;
  ctx.gateway.log.error({ path, detail: describeDefect(cause) }, "procedure failed");
  throw new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: ERRORS.INTERNAL_ERROR.cause });
});

function toTrpcError(error: GatewayError): TRPCError {
  if (isContractError(error)) return refusalToTrpcError(errorBody(error, uuid()));
  return new TRPCError({
    code: error.code as ConsoleCode,
    message: error.message,
  });
}

const TRPC_CODES = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  413: "PAYLOAD_TOO_LARGE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
} as const satisfies Record<(typeof ERRORS)[keyof typeof ERRORS]["status"], TRPCError["code"]>;

export function refusalToTrpcError(body: ErrorBody): TRPCError {
  const code = TRPC_CODES[ERRORS[body.error.code].status];
  return new TRPCError({ code, message: body.error.message, cause: new Refusal(body) });
}

/** A procedure for members who are signed in with one of these roles. */
function forRoles(...roles: readonly Role[]) {
  return t.procedure.use(mapErrors).use(({ ctx, next }) => {
    const { member } = ctx;
    if (member === undefined) throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
    if (!roles.includes(member.role)) {
      throw new TRPCError({ code: "FORBIDDEN", message: `This takes the role ${roles.join(" or ")}.` });
    }
    return next({ ctx: { ...ctx, member } });
  });
}

export const memberProcedure = forRoles("researcher", "reviewer", "admin");
export const reviewerProcedure = forRoles("reviewer");
export const revokerProcedure = forRoles("reviewer", "admin");
export const adminProcedure = forRoles("admin");
