import { QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { routes } from "#lib/console/routes.ts";
import { findMember } from "#server/api/auth/find-member.ts";
import { sharedGateway } from "#server/create-gateway.ts";
import { appRouter } from "./router.ts";

/** What a page is rendered from: who reads it, by what one may sign in, and the procedures, called in this process. */
export const openConsole = cache(async () => {
  // First: what asks for a request's headers is never rendered at build time.
  const given = await headers();
  const { gateway, auth } = await sharedGateway();
  const member = await findMember(auth, gateway.database, given);
  const queryClient = new QueryClient();
  const { signal } = new AbortController();
  const ctx = { gateway, auth, member, signal, arrivedAt: performance.now() };
  return {
    gateway,
    member,
    openId: gateway.config.oidc !== undefined,
    queryClient,
    release: gateway.model.release,
    trpc: createTRPCOptionsProxy({ router: appRouter, queryClient, ctx }),
  };
});

/** The same for those who are signed in; others go to the sign-in, and from there back to `path`. */
export async function enterConsole(path: string) {
  const { member, ...rest } = await openConsole();
  if (member === undefined) redirect(routes.signIn(path));
  return { member, ...rest };
}
