"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { BellButton } from "./bell-button.tsx";

const NoticeDrawer = lazy(() => import("./notice-drawer.tsx").then((module) => ({ default: module.NoticeDrawer })));

const EVERY_MS = 60_000;

export function NoticeBell({ sign }: { readonly sign: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  // The query runs only in the browser. A query started during server rendering would override the prefetched data.
  return (
    <>
      {useHydrated() ? <CountingBell sign={sign} onOpen={open} /> : <BellButton sign={sign} unseen={0} onOpen={open} />}
      {opened && (
        <Suspense>
          <NoticeDrawer onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

function CountingBell({ sign, onOpen }: Pick<ComponentProps<typeof BellButton>, "sign" | "onOpen">) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.notices.list.queryOptions(), refetchInterval: EVERY_MS });
  return <BellButton sign={sign} unseen={data?.unseen ?? 0} onOpen={onOpen} />;
}
