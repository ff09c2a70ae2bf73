"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/trpc.ts";

/** Refreshes the list after a change, and the page too: administrators may have changed their own account. */
export function useAfterChange(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await queryClient.invalidateQueries(trpc.members.pathFilter());
    router.refresh();
  };
}
