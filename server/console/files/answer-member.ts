import { z } from "zod";
import { findRefusal } from "#lib/domain/find-refusal.ts";
import type { Permission, SignedIn } from "#lib/domain/members.ts";
import { GatewayError, isConsoleError } from "#server/base/errors.ts";
import { findCaller, NOT_SIGNED_IN } from "#server/console/auth/find-member.ts";
import { refuseForeignCookie } from "#server/console/auth/refuse-foreign-origin.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { freeWork, type Work } from "#server/limits/work.ts";

export interface MemberHandler {
  (gateway: ConsoleContext, request: Request, work?: Work): Promise<Response>;
  readonly permission: Permission;
}

/**
 * Returns a handler for members with the permission, who send a session cookie or a personal token. Answers 401 without
 * either, 403 without the permission and to a change from a foreign origin.
 */
export function answerMember(
  permission: Permission,
  answer: (gateway: ConsoleContext, request: Request, member: SignedIn, work: Work) => Promise<Response> | Response,
): MemberHandler {
  const handler = async (gateway: ConsoleContext, request: Request, work = freeWork(request.signal)) => {
    const foreign = refuseForeignCookie(gateway.config, request);
    if (foreign !== undefined) return foreign;
    const member = await findCaller(gateway, request.headers);
    if (member === undefined) return refuseConsole(new GatewayError("UNAUTHORIZED", { wholeMessage: NOT_SIGNED_IN }));
    const message = findRefusal(member, permission);
    if (message !== undefined) return refuseConsole(new GatewayError("FORBIDDEN", { message }));
    try {
      return await answer(gateway, request, member, work);
    } catch (error) {
      if (!isConsoleError(error)) throw error;
      return refuseConsole(error);
    }
  };
  return Object.assign(handler, { permission });
}

/** Throws BAD_REQUEST if the query string does not match the schema. */
export function readQuery<Query>(request: Request, schema: z.ZodType<Query>): Query {
  const { success, data, error } = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!success) throw new GatewayError("BAD_REQUEST", { message: z.prettifyError(error) });
  return data;
}

export function readBody({ body }: Request): ReadableStream<Uint8Array> {
  if (body === null) throw new GatewayError("BAD_REQUEST", { message: "The request has no body. Send a JSONL file." });
  return body;
}
