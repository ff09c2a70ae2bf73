import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";

const FRESH_MS = 15_000;

/** An UNAUTHORIZED response sets `isSignedOut`. A successful response clears it, since the reader has signed in again. */
export function makeQueryClient(setSignedOut: (value: boolean) => void): QueryClient {
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
