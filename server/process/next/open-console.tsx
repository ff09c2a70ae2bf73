import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import { pagePermission } from "#lib/console/page-permission.ts";
import { routes } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { findMember } from "#server/console/auth/find-member.ts";
import { appRouter } from "#server/console/trpc/router.ts";
import { sharedGateway } from "#server/process/create-gateway.ts";
import { pageWork } from "./page-work.ts";

/** Returns the context of a page: its reader and in-process calls of procedures. */
export const openConsole = cache(async () => {
  // Headers are read first, because this prevents Next from rendering the page at build time.
  const given = await headers();
  const { gateway } = await sharedGateway();
  const member = await findMember(gateway, given);
  const queryClient = new QueryClient();
  const ctx = { gateway, member, work: pageWork(), arrivedAt: performance.now() };
  const read: QueryClient["fetchQuery"] = (query) => queryClient.fetchQuery(query);
  const find: QueryClient["fetchQuery"] = (query) =>
    read(query).catch((error) => {
      if (isAbsent(error)) notFound();
      throw error;
    });
  return {
    gateway,
    member,
    isDemo: gateway.config.demo,
    release: gateway.model.release,
    trpc: createTRPCOptionsProxy({ router: appRouter, queryClient, ctx }),
    /** Calls a procedure and sends its answer to the browser with the page. */
    read,
    /** Calls a procedure with an id from the URL. Shows the not-found page if the id is unknown or malformed. */
    find,
    /** Returns the page once all of its data is read, so that the browser gets a complete page. */
    async show(page: ReactNode, ...reading: Promise<unknown>[]) {
      await Promise.all(reading);
      return <HydrationBoundary state={dehydrate(queryClient)}>{page}</HydrationBoundary>;
    },
  };
});

/**
 * Returns the context of a page for members. Redirects others to the sign-in page, which leads back to `path`. `refused`
 * is the page for members who may not open the page at `path`.
 */
export async function enterConsole(path: string) {
  const { member, ...rest } = await openConsole();
  if (member === undefined) redirect(routes.signIn(path));
  const permission = pagePermission(path);
  const refused = isPermitted(member, permission) ? undefined : <RoleNeeded permission={permission} />;
  return { member, refused, ...rest };
}

export type Console = Awaited<ReturnType<typeof enterConsole>>;

/** Returns whether a procedure threw this error because an id or name is unknown or malformed. */
export function isAbsent(error: unknown): boolean {
  return error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST");
}
