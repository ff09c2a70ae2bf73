"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/trpc.ts";

/** What follows every change: the list anew, and the page too, for an administrator may have changed themselves. */
export function useAfterChange(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    await queryClient.invalidateQueries(trpc.members.pathFilter());
    router.refresh();
  };
}
