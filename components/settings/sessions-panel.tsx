"use client";

import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Alert } from "#components/ui/alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Table } from "#components/ui/table.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { SessionRow } from "./session-row.tsx";

/** Where one is signed in; what one does not know ends here. */
export function SessionsPanel() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.members.sessions.queryOptions());
  const end = useMutation(
    trpc.members.endSessions.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.members.sessions.pathFilter()),
    }),
  );
  return (
    <Panel
      title="Sessions"
      aside={
        data.length > 1 && (
          <TextButton disabled={end.isPending} onClick={() => end.mutate({})}>
            End all others
          </TextButton>
        )
      }
    >
      {end.isError && (
        <Alert title="No session was ended" tone="bad" live>
          {end.error.message}
        </Alert>
      )}
      <Table label="Sessions" fold>
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Address</th>
            <th scope="col">Signed in</th>
            <th scope="col">Ends</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {data.map((session) => (
            <SessionRow
              key={session.sessionId}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate({ sessionId: session.sessionId })}
            />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
