"use client";

import { Button } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { describeBrowser } from "#lib/describe-browser.ts";

export function SessionsPanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.members.sessions.queryOptions());
  const end = useMutation(trpc.members.endSessions.mutationOptions());
  const small = { variant: "default", size: "compact-xs", disabled: end.isPending };
  return (
    <Panel
      title="Sessions"
      aside={
        data.length > 1 && (
          <Button {...small} onClick={() => end.mutate({})}>
            End all other sessions
          </Button>
        )
      }
    >
      <ErrorAlert title="No session was ended" error={end.error} />
      <DataTable
        label="Your sessions"
        rows={data}
        keyOf={({ sessionId }) => sessionId}
        fold="named"
        columns={[
          {
            name: "Browser",
            isName: true,
            show: ({ userAgent }) => <span title={userAgent ?? undefined}>{describeBrowser(userAgent ?? "")}</span>,
          },
          { name: "IP address", show: ({ address }) => address ?? "unknown" },
          { name: "Signed in", show: ({ signedInAt }) => <TimeText at={signedInAt} /> },
          { name: "Expires", show: ({ expiresAt }) => <TimeText at={expiresAt} /> },
          {
            name: "Actions",
            show: ({ current, sessionId }) =>
              current ? (
                <StatusBadge tone="good">this session</StatusBadge>
              ) : (
                <Button {...small} onClick={() => end.mutate({ sessionId })}>
                  End session
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}
