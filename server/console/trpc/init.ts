import { initTRPC, TRPCError } from "@trpc/server";
import { v7 as uuid } from "uuid";
import { ZodError } from "zod";
import { ERRORS } from "#lib/contract/error-table.ts";
import type { ErrorBody } from "#lib/contract/response.ts";
import { findRefusal } from "#lib/domain/find-refusal.ts";
import { PERMISSIONS, type Permission, type SignedIn } from "#lib/domain/members.ts";
import { describeDefect } from "#server/base/describe-error.ts";
import { type ContractError, errorBody, isConsoleError, isContractError } from "#server/base/errors.ts";
import { NOT_SIGNED_IN } from "#server/console/auth/find-member.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { countChange } from "#server/console/members/count-change.ts";
import type { Work } from "#server/limits/work.ts";
import { notJson, type SentBody } from "./sent-request.ts";

export interface Context {
  readonly gateway: ConsoleContext;
  readonly member: SignedIn | undefined;
  readonly work: Work;
  /** Runs a procedure after the earlier ones of its batch; undefined for an in-process call. */
  readonly inTurn?: (<T>(run: () => Promise<T>) => Promise<T>) | undefined;
  /** Milliseconds, from performance.now(). */
  readonly arrivedAt: number;
  /** Undefined for an in-process call and for a request without a body. */
  readonly body?: SentBody | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Meta {
  /**
   * Exempts a mutation from the limit of changes, because the console sends it automatically or it has its own limit.
   */
  readonly uncounted?: true;
  /** The permission that the procedure needs. */
  readonly permission?: Permission;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    /** Adds the error body of `/v1/predict` to contract errors, as `data.answer`. */
    errorFormatter({ shape, error }) {
      const answer = error.cause instanceof Refusal ? error.cause.body : undefined;
      return {
        ...shape,
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, answer },
      };
    },
  });

export const { router } = t;

/** Carries the error body of `/v1/predict` through tRPC to the error formatter. */
class Refusal extends Error {
  readonly body: ErrorBody;
  readonly retryAfter: number | undefined;

  constructor(body: ErrorBody, retryAfter: number | undefined) {
    super(body.error.message);
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

const mapErrors = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause, code } = result.error;
  if (isContractError(cause)) throw refusalToTrpcError(cause, uuid());
  if (isConsoleError(cause)) throw new TRPCError({ code: cause.code, message: cause.message, cause });
  if (code === "BAD_REQUEST" && cause instanceof SyntaxError) throw refusalToTrpcError(notJson(ctx.body), uuid());
  if (code === "BAD_REQUEST" && cause instanceof ZodError)
    throw new TRPCError({ code: "BAD_REQUEST", message: sayIssues(cause) });
  // Other errors with a public message, such as a missing session or role. INTERNAL_SERVER_ERROR has none: it is a
  // defect, unless the caller disconnected.
  if (code !== "INTERNAL_SERVER_ERROR") throw result.error;
  const { signal } = ctx.work;
  if (signal.aborted && cause === signal.reason) throw result.error;
  ctx.gateway.log.error({ path, detail: describeDefect(cause) }, "procedure failed");
  throw new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: `${ERRORS.INTERNAL_ERROR.cause} Tell the operators.` });
});

/** Returns the messages of the issues. Each message is followed by the path of the field, which scripts may parse. */
function sayIssues({ issues }: ZodError): string {
  return issues.map(({ message, path }) => (path.length === 0 ? message : `${message} (${path.join(".")})`)).join(" ");
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

export function refusalToTrpcError(error: ContractError, requestId: string): TRPCError {
  const code = TRPC_CODES[ERRORS[error.code].status];
  return new TRPCError({
    code,
    message: error.message,
    cause: new Refusal(errorBody(error, requestId), error.retryAfter),
  });
}

/** Returns the seconds until a retry may succeed; undefined if the error does not define a wait. */
export function retryAfterOf({ cause }: TRPCError): number | undefined {
  return cause instanceof Refusal || isConsoleError(cause) ? cause.retryAfter : undefined;
}

/**
 * Returns a procedure for members who have the permission. Mutations count towards the member's limit of changes per
 * minute.
 */
function procedureFor(permission: Permission) {
  return t.procedure
    .meta({ permission })
    .use(mapErrors)
    .use(async ({ ctx, next, type, meta }) => {
      const { member } = ctx;
      if (member === undefined) throw new TRPCError({ code: "UNAUTHORIZED", message: NOT_SIGNED_IN });
      const message = findRefusal(member, permission);
      if (message !== undefined) throw new TRPCError({ code: "FORBIDDEN", message });
      const run = async () => {
        if (type === "mutation" && meta?.uncounted !== true) await countChange(ctx.gateway, member);
        return next({ ctx: { ...ctx, member } });
      };
      return ctx.inTurn === undefined ? run() : ctx.inTurn(run);
    });
}

/** The procedures by the permission that they need: no procedure can be made without naming one. */
export const needs = Object.fromEntries(
  PERMISSIONS.map((permission) => [permission, procedureFor(permission)]),
) as Readonly<Record<Permission, ReturnType<typeof procedureFor>>>;
