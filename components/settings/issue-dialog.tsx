"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/trpc.ts";
import { CredentialForm } from "./credential-form.tsx";

interface IssueDialogProps {
  readonly onIssued: (key: string) => void;
  readonly onClose: () => void;
}

export function IssueDialog({ onIssued, onClose }: IssueDialogProps) {
  const trpc = useTRPC();
  const issue = useMutation(trpc.credentials.issue.mutationOptions({ onSuccess: ({ key }) => onIssued(key) }));
  return (
    <CredentialForm
      title="Issue API key"
      action="Issue"
      state={issue}
      failure="No API key was issued"
      onSubmit={(values) => issue.mutate(values)}
      onClose={onClose}
    />
  );
}
