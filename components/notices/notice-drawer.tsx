"use client";

import { Drawer } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Empty } from "#components/ui/empty.tsx";
import { Loading } from "#components/ui/loading.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { NoticeList } from "./notice-list.tsx";

/** Shows the reader's notifications and marks them as seen on the server. */
export function NoticeDrawer({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.notices.list.queryOptions());
  // New notifications stay marked until the drawer is closed.
  const [unseen, setUnseen] = useState<number>();
  const markSeen = useMutation(trpc.notices.markSeen.mutationOptions());
  const newest = data?.notices[0]?.seq;
  const look = useEffectEvent((seq: number) => {
    if (unseen !== undefined) return;
    setUnseen(data?.unseen ?? 0);
    if ((data?.unseen ?? 0) > 0) markSeen.mutate({ seq });
  });
  useEffect(() => {
    if (newest !== undefined) look(newest);
  }, [newest]);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title="Notifications"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      {data === undefined ? (
        <Loading what="your notifications" />
      ) : data.notices.length === 0 ? (
        <Empty title="Nothing yet" icon={IconBell}>
          Decisions on your submissions, outcomes and notes of your questions, and runs that failed appear here.
        </Empty>
      ) : (
        <NoticeList notices={data.notices} unseen={unseen ?? data.unseen} onOpen={onClose} />
      )}
    </Drawer>
  );
}
