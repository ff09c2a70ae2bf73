import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { GatewayError } from "#server/base/errors.ts";
import { findCaller } from "#server/console/auth/find-member.ts";
import { refuseForeignCookie } from "#server/console/auth/refuse-foreign-origin.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { freeWork, type Work } from "#server/limits/work.ts";
import { retryAfterOf } from "./init.ts";
import { appRouter } from "./router.ts";
import { SentBody } from "./sent-request.ts";

const MAX_PROCEDURES = 10;
const RETRY_AFTER_S = 5;
/** Temporary errors, status 429 or 503, which get a Retry-After header. */
const PASSING: ReadonlySet<string> = new Set(["TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE"]);

/**
 * Refuses a batch of too many procedures, which are listed in the path and separated by commas. Runs before any lookup,
 * because otherwise each procedure would run and the response would repeat each name.
 */
function refuseLargeBatch(request: Request): Response | undefined {
  const commas = new URL(request.url).pathname.match(/,|%2c/gi)?.length ?? 0;
  if (commas < MAX_PROCEDURES) return undefined;
  const message = `A batch is limited to ${MAX_PROCEDURES} procedures. Split it into smaller batches.`;
  return refuseConsole(new GatewayError("BAD_REQUEST", { message }));
}

/**
 * Serves the console's tRPC procedures over HTTP. Callers are authenticated by a personal token or by the session
 * cookie, with which mutations require a permitted Origin. The procedures of a batch run one after another.
 */
export async function answerTrpc(
  gateway: ConsoleContext,
  request: Request,
  work = freeWork(request.signal),
): Promise<Response> {
  const arrivedAt = performance.now();
  const refused = refuseLargeBatch(request) ?? refuseForeignCookie(gateway.config, request);
  if (refused !== undefined) return refused;
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  // A response in parts would be answered by procedures that run after this function has returned.
  for (const name of ["accept", "trpc-accept"]) headers.delete(name);
  const bytes = method === "POST" ? await request.bytes() : undefined;
  const found = findCaller(gateway, headers);
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: new Request(url, { method, headers, signal, body: bytes ?? null }),
    router: appRouter,
    responseMeta: ({ type, errors }) => ({
      headers: {
        // no-transform: compression would buffer the progress stream.
        "cache-control": type === "subscription" ? "no-store, no-transform" : "no-store",
        ...retryLater(errors.filter(({ code }) => PASSING.has(code))),
      },
    }),
    async createContext({ info }) {
      return {
        gateway,
        member: await found,
        work,
        inTurn: createTurns(work),
        arrivedAt,
        body: bytes && new SentBody(bytes, info.isBatchCall),
        idempotencyKey: headers.get("idempotency-key") ?? undefined,
      };
    },
  });
}

/** Returns a function that runs the procedures of a batch one after another, each as a step of the work. */
function createTurns(work: Work) {
  let last: Promise<unknown> | undefined;
  return <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last === undefined ? run() : last.then(work.step).then(run);
    last = turn.catch(() => {});
    return turn;
  };
}

/** Returns the Retry-After header. A batch has only one header, so the longest wait applies to all its procedures. */
function retryLater(refused: readonly TRPCError[]): Record<string, string> {
  if (refused.length === 0) return {};
  return { "retry-after": String(Math.max(...refused.map((error) => retryAfterOf(error) ?? RETRY_AFTER_S))) };
}
