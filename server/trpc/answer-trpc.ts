import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { findMember } from "#server/auth/find-member.ts";
import { refuseForeignOrigin } from "#server/auth/refuse-foreign-origin.ts";
import { theGateway } from "#server/wiring.ts";
import { refuseLargeBatch } from "./refuse-large-batch.ts";
import { appRouter } from "./router.ts";

/** The console's procedures over HTTP: plain JSON, the session's cookie, an Origin on every change. */
export async function answerTrpc(request: Request): Promise<Response> {
  const arrivedAt = performance.now();
  const tooLarge = refuseLargeBatch(request);
  if (tooLarge !== undefined) return tooLarge;
  const { gateway, auth } = await theGateway();
  const refused = refuseForeignOrigin(gateway.config, request);
  if (refused !== undefined) return refused;
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    // no-transform: a stream of progress must not wait in a compressor.
    responseMeta: ({ type }) => ({
      headers: { "cache-control": type === "subscription" ? "no-store, no-transform" : "no-store" },
    }),
    async createContext() {
      const member = await findMember(auth, gateway.database, request.headers);
      return { gateway, auth, member, signal: request.signal, arrivedAt };
    },
  });
}
