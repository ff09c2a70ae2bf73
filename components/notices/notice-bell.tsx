"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { routes } from "#lib/console/routes.ts";

const EVERY_MS = 30_000;

interface NoticeBellProps {
  readonly sign: ReactNode;
  readonly unseen?: number;
}

/** The query runs only in the browser. A query started during server rendering would override the prefetched data. */
export function NoticeBell({ sign }: NoticeBellProps) {
  return useHydrated() ? <CountingBell sign={sign} /> : <BellLink sign={sign} />;
}

function CountingBell({ sign }: NoticeBellProps) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.notices.list.queryOptions(), refetchInterval: EVERY_MS });
  return <BellLink sign={sign} unseen={data?.unseen ?? 0} />;
}

function BellLink({ sign, unseen = 0 }: NoticeBellProps) {
  return (
    <Button
      component={Link}
      href={routes.notices}
      variant="default"
      size="compact-sm"
      px={6}
      pos="relative"
      style={{ overflow: "visible" }}
      aria-label={unseen === 0 ? "Notifications" : `Notifications: ${unseen} new`}
    >
      {sign}
      {unseen > 0 && <span className="bell-count">{unseen}</span>}
    </Button>
  );
}
