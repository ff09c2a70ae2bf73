"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { useOffline } from "next/offline";
import { type ReactNode, useState } from "react";
import { routes } from "#lib/console/routes.ts";
import { type AppRouter, PROCEDURES, TRPCProvider } from "./trpc.ts";

const FRESH_MS = 15_000;

/** Provides the tRPC client, and shows a notice when a response reveals that the session has ended. */
export function TrpcProvider({ children }: { readonly children: ReactNode }) {
  const [isSignedOut, setSignedOut] = useState(false);
  const [queryClient] = useState(() => makeQueryClient(setSignedOut));
  const [client] = useState(() => createTRPCClient<AppRouter>({ links: [httpLink({ url: PROCEDURES, headers })] }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
        <SignedOutNotice isSignedOut={isSignedOut} />
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Returns the Idempotency-Key header, if the context of a tRPC call has an `idempotencyKey`. */
function headers({ op }: { readonly op: { readonly context: Readonly<Record<string, unknown>> } }) {
  const { idempotencyKey } = op.context;
  return typeof idempotencyKey === "string" ? { "Idempotency-Key": `"${idempotencyKey}"` } : {};
}

/** An UNAUTHORIZED response sets `isSignedOut`. A successful response clears it, since the reader has signed in again. */
function makeQueryClient(setSignedOut: (value: boolean) => void): QueryClient {
  const watch = {
    onSuccess: () => setSignedOut(false),
    onError: (error: Error) => {
      if (isSignedOut(error)) setSignedOut(true);
    },
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache(watch),
    mutationCache: new MutationCache({
      ...watch,
      // After each mutation, all queries are reloaded: a change may affect any data on the page, and a refusal may mean
      // that the page is out of date. A successful mutation stays pending until the page shows the new data. A refusal is
      // reported immediately.
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

/**
 * Notice that the session has ended. There is no redirect, because unsent input on the page is not stored elsewhere. The
 * notice is hidden while the server is unreachable, because the page shell then shows another notice.
 */
function SignedOutNotice({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const isOffline = useOffline();
  return (
    <output className="bottom-notice">
      {isSignedOut && !isOffline && (
        <p>
          <strong>Your session has ended.</strong> Nothing on this page is lost.{" "}
          <a href={routes.signIn()} target="_blank" rel="noreferrer">
            Sign in again in a new tab
          </a>
          , then continue on this page.
        </p>
      )}
    </output>
  );
}
