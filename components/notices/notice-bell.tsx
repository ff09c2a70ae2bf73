"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";

const NoticeDrawer = lazily(async () => (await import("./notice-drawer.tsx")).NoticeDrawer);

const EVERY_MS = 30_000;

export function NoticeBell({ sign }: { readonly sign: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  // The query runs only in the browser. A query started during server rendering would override the prefetched data.
  return (
    <>
      {useHydrated() ? <CountingBell sign={sign} onOpen={open} /> : <BellButton sign={sign} unseen={0} onOpen={open} />}
      {opened && <NoticeDrawer onClose={() => setOpened(false)} />}
    </>
  );
}

function CountingBell({ sign, onOpen }: Pick<ComponentProps<typeof BellButton>, "sign" | "onOpen">) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.notices.list.queryOptions(), refetchInterval: EVERY_MS });
  return <BellButton sign={sign} unseen={data?.unseen ?? 0} onOpen={onOpen} />;
}

interface BellButtonProps {
  readonly sign: ReactNode;
  readonly unseen: number;
  readonly onOpen: () => void;
}

function BellButton({ sign, unseen, onOpen }: BellButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      px={6}
      pos="relative"
      style={{ overflow: "visible" }}
      onClick={onOpen}
      aria-label={unseen === 0 ? "Notifications" : `Notifications: ${unseen} new`}
    >
      {sign}
      {unseen > 0 && <span className="bell-count">{unseen}</span>}
    </Button>
  );
}
