import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { GatewayError } from "#server/base/errors.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { refuseForeignOrigin } from "#server/console/auth/refuse-foreign-origin.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readLimited } from "#server/console/http/read-limited.ts";
import { refuseConsole } from "#server/console/http/refuse-console.ts";
import { drainBody } from "#server/gateway/http/drain-body.ts";
import { retryAfterOf } from "./init.ts";
import { appRouter } from "./router.ts";

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
 * Serves the console's tRPC procedures over HTTP. Callers are authenticated by the session cookie; mutations require a
 * permitted Origin.
 */
export async function answerTrpc(gateway: ConsoleContext, request: Request): Promise<Response> {
  const arrivedAt = performance.now();
  const refused = refuseLargeBatch(request) ?? refuseForeignOrigin(gateway.config, request);
  if (refused !== undefined) return refused;
  const found = findMember(gateway.auth, gateway.database, request.headers);
  // A failed lookup counts as signed out here. createContext() awaits the same promise, so tRPC then formats the error.
  const signedIn = await found.then(
    (member) => member !== undefined,
    () => false,
  );
  const limited = signedIn ? await readLimited(request) : withoutBody(request);
  if (limited instanceof Response) return limited;
  const bytes = signedIn && limited.method === "POST" ? new Uint8Array(await limited.clone().arrayBuffer()) : undefined;
  const idempotencyKey = request.headers.get("idempotency-key") ?? undefined;
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: limited,
    router: appRouter,
    responseMeta: ({ type, errors }) => ({
      headers: {
        // no-transform: compression would buffer the progress stream.
        "cache-control": type === "subscription" ? "no-store, no-transform" : "no-store",
        ...retryLater(errors.filter(({ code }) => PASSING.has(code))),
      },
    }),
    async createContext({ info }) {
      const body = bytes === undefined ? undefined : { bytes, isBatch: info.isBatchCall };
      return { gateway, member: await found, signal: request.signal, arrivedAt, body, idempotencyKey };
    },
  });
}

/** Returns the Retry-After header. A batch has only one header, so the longest wait applies to all its procedures. */
function retryLater(refused: readonly TRPCError[]): Record<string, string> {
  if (refused.length === 0) return {};
  return { "retry-after": String(Math.max(...refused.map((error) => retryAfterOf(error) ?? RETRY_AFTER_S))) };
}

/** Discards the body unread, because every procedure refuses a caller without a session. */
function withoutBody(request: Request): Request {
  if (request.body === null) return request;
  void drainBody(request.body);
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body: "{}" });
}
