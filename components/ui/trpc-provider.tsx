"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import { useOffline } from "next/offline";
import { type ReactNode, useState } from "react";
import { routes } from "#lib/console/routes.ts";
import { makeQueryClient } from "./query-client.ts";
import { type AppRouter, PROCEDURES, TRPCProvider } from "./trpc.ts";

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
