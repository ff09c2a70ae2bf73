"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

export function GuidelineForm({ guideline }: { readonly guideline: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [text, setText] = useState(guideline);
  const save = useMutation(trpc.reviews.setGuideline.mutationOptions({ onSuccess: () => router.refresh() }));
  const isSaved = text.trim() === guideline;
  return (
    <Panel title="Guideline" aside={<span role="status">{isSaved && save.isSuccess && "Saved"}</span>}>
      <ErrorAlert title="The guideline was not saved" error={save.error} />
      <NoteField
        label="Rules of your organisation for reviews"
        description="Plain text, shown with each submission. Each decision records which version applied."
        maxRows={24}
        value={text}
        onChange={setText}
      />
      <Button mt="sm" loading={save.isPending} disabled={isSaved} onClick={() => save.mutate({ text })}>
        Save guideline
      </Button>
    </Panel>
  );
}
