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
  // Number of new notifications when the drawer was opened. They stay marked as new until it is closed.
  const [unseen, setUnseen] = useState<number>();
  const markSeen = useMutation(trpc.notices.markSeen.mutationOptions());
  const newest = data?.notices[0]?.at;
  const look = useEffectEvent((at: string) => {
    if (unseen !== undefined) return;
    setUnseen(data?.unseen ?? 0);
    if ((data?.unseen ?? 0) > 0) markSeen.mutate({ at });
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
        <Empty title="No notifications yet" icon={IconBell}>
          You are notified of what waits for you, of decisions on your submissions, of notes on your questions, and of
          finished evaluations and failed runs.
        </Empty>
      ) : (
        <NoticeList notices={data.notices} unseen={unseen ?? data.unseen} onOpen={onClose} />
      )}
    </Drawer>
  );
}
