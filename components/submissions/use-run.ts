"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { routes } from "#lib/console/routes.ts";
import { useKeyedRun } from "./use-keyed-run.ts";

export function useRun() {
  const run = useKeyedRun();
  const router = useRouter();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ request_id: id }) => router.push(routes.forecast(id)),
  });
}
