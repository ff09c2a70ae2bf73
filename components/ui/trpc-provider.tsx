"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { type ReactNode, useState } from "react";
import { SignedOutNotice } from "./signed-out-notice.tsx";
import { type AppRouter, PROCEDURES, TRPCProvider } from "./trpc.ts";

const FRESH_MS = 15_000;

/** Provides the tRPC client and detects that the session has ended. */
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

/** Sends the `idempotencyKey` of a call's context as the Idempotency-Key header. */
function headers({ op }: { readonly op: { readonly context: Readonly<Record<string, unknown>> } }) {
  const { idempotencyKey } = op.context;
  return typeof idempotencyKey === "string" ? { "Idempotency-Key": `"${idempotencyKey}"` } : {};
}

/** Every response updates `isSignedOut`; a success clears it, as after signing in again in another tab. */
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
      // A change may affect anything on the page, and a refusal may mean that the page is out of date. A change is
      // pending until the page shows it; a refusal is reported at once.
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
