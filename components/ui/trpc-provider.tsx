"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { type ReactNode, useState } from "react";
import { routes } from "#lib/console/routes.ts";
import type { AppRouter } from "#server/api/trpc/router.ts";
import { PROCEDURES, TRPCProvider } from "./trpc.ts";

const FRESH_MS = 15_000;

/** Gives the components below their procedures; whose session has ended is sent to the sign-in and back. */
export function TrpcProvider({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() => createTRPCClient<AppRouter>({ links: [httpLink({ url: PROCEDURES, headers })] }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** A call that must not be made twice has its key in its context. */
function headers({ op }: { readonly op: { readonly context: Readonly<Record<string, unknown>> } }) {
  const { idempotencyKey } = op.context;
  return typeof idempotencyKey === "string" ? { "Idempotency-Key": `"${idempotencyKey}"` } : {};
}

function makeQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({
      onError: signInAgain,
      // A change may concern anything on the page, and one that is refused may say that the page is out of date. It is
      // under way until the page shows it; a refusal is told at once.
      onSettled(_data, error, _variables, _result, { meta }) {
        if (isSignedOut(error) || meta?.changesNothing === true) return undefined;
        const reading = queryClient.invalidateQueries();
        return error === null ? reading : undefined;
      },
    }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (count, error) => count < 2 && !(error instanceof TRPCClientError) },
    },
  });
  return queryClient;
}

function isSignedOut(error: Error | null): boolean {
  return error instanceof TRPCClientError && error.data?.code === "UNAUTHORIZED";
}

function signInAgain(error: Error): void {
  if (!isSignedOut(error)) return;
  const { pathname, search } = window.location;
  window.location.assign(routes.signIn(pathname + search));
}
