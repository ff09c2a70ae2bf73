"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/trpc.ts";
import { CredentialForm } from "./credential-form.tsx";

interface IssueDialogProps {
  readonly onIssued: (key: string) => void;
  readonly onClose: () => void;
}

/** Asks for name, limit and expiry of a new credential, and issues it. */
export function IssueDialog({ onIssued, onClose }: IssueDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const issue = useMutation(
    trpc.credentials.issue.mutationOptions({
      onSuccess: async ({ key }) => {
        onIssued(key);
        await queryClient.invalidateQueries(trpc.credentials.pathFilter());
      },
    }),
  );
  return (
    <CredentialForm
      title="Issue an API key"
      action="Issue"
      state={issue}
      failure="No API key was issued"
      onSubmit={(values) => issue.mutate(values)}
      onClose={onClose}
    />
  );
}
