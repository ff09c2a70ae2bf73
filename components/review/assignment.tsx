"use client";

import { NativeSelect } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

interface AssignmentProps {
  readonly submissionId: string;
  readonly assignedTo: string | null;
}

/** Assigns the submission to a reviewer. Any other reviewer can still decide on it. */
export function Assignment({ submissionId, assignedTo }: AssignmentProps) {
  const trpc = useTRPC();
  const { data: reviewers } = useSuspenseQuery(trpc.reviews.reviewers.queryOptions());
  const assign = useMutation(trpc.reviews.assign.mutationOptions());
  return (
    <Panel title="Assigned to">
      <ErrorAlert error={assign.error} />
      <NativeSelect
        aria-label="Assigned to"
        value={assignedTo ?? ""}
        disabled={assign.isPending}
        onChange={({ currentTarget: { value } }) => assign.mutate({ submissionId, reviewerId: value || null })}
        data={[{ value: "", label: "any reviewer" }, ...reviewers.map(({ id, name }) => ({ value: id, label: name }))]}
        maw={280}
      />
    </Panel>
  );
}
