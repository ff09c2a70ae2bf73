import { z } from "zod";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError, isConsoleError } from "#server/base/errors.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { refuseForeignOrigin } from "#server/console/auth/refuse-foreign-origin.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { freeWork, type Work } from "#server/limits/work.ts";

type Handler = (gateway: ConsoleContext, request: Request, work?: Work) => Promise<Response>;

/** Returns a handler for signed-in members. Answers 401 without a session, 403 to a change from a foreign origin. */
export function answerMember(
  answer: (gateway: ConsoleContext, request: Request, member: Member, work: Work) => Promise<Response> | Response,
): Handler {
  return async (gateway, request, work = freeWork(request.signal)) => {
    const foreign = refuseForeignOrigin(gateway.config, request);
    if (foreign !== undefined) return foreign;
    const member = await findMember(gateway, request.headers);
    if (member === undefined)
      return refuseConsole(new GatewayError("UNAUTHORIZED", { wholeMessage: "Sign in first." }));
    try {
      return await answer(gateway, request, member, work);
    } catch (error) {
      if (!isConsoleError(error)) throw error;
      return refuseConsole(error);
    }
  };
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
