import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { routes } from "#lib/console/routes.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { sharedGateway } from "#server/process/create-gateway.ts";

/** What a page is rendered from: who reads it, by what one may sign in, and the procedures, called in this process. */
export const openConsole = cache(async () => {
  // First: what asks for a request's headers is never rendered at build time.
  const given = await headers();
  const { gateway } = await sharedGateway();
  const member = await findMember(gateway.auth, gateway.database, given);
  const queryClient = new QueryClient();
  const { signal } = new AbortController();
  const ctx = { gateway, member, signal, arrivedAt: performance.now() };
  const read: QueryClient["fetchQuery"] = (query) => queryClient.fetchQuery(query);
  const find: QueryClient["fetchQuery"] = (query) =>
    read(query).catch((error) => {
      if (isAbsent(error)) notFound();
      throw error;
    });
  return {
    gateway,
    member,
    openId: gateway.config.oidc !== undefined,
    release: gateway.model.release,
    trpc: createTRPCOptionsProxy({ router: appRouter, queryClient, ctx }),
    /** Calls a procedure. The browser is sent its answer with the page. */
    read,
    /** The same for a name from the address: where there is nothing by it, the page does not exist. */
    find,
    /** The page, once all that it shows has been read: it arrives filled. */
    async show(page: ReactNode, ...reading: Promise<unknown>[]) {
      await Promise.all(reading);
      return <HydrationBoundary state={dehydrate(queryClient)}>{page}</HydrationBoundary>;
    },
  };
});

/** The same for those who are signed in; others go to the sign-in, and from there back to `path`. */
export async function enterConsole(path: string) {
  const { member, ...rest } = await openConsole();
  if (member === undefined) redirect(routes.signIn(path));
  return { member, ...rest };
}

export type Console = Awaited<ReturnType<typeof enterConsole>>;

/** Whether a procedure threw this because there is nothing by this name, or because it cannot be a name. */
export function isAbsent(error: unknown): boolean {
  return error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST");
}
