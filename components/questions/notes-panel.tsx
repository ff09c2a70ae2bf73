"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useTRPC } from "#components/ui/trpc.ts";

/** Adds notes. The timeline shows them. */
export function NotesPanel({ taskId }: { readonly taskId: string }) {
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const add = useMutation(trpc.questions.addNote.mutationOptions({ onSuccess: () => setText("") }));
  return (
    <Panel title="Add a note">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate({ taskId, text });
        }}
      >
        <ErrorAlert title="The note was not added" error={add.error} />
        <NoteField
          label="New note"
          description="The note is recorded with your name and cannot be changed."
          value={text}
          onChange={setText}
        />
        <Button type="submit" variant="default" mt="xs" loading={add.isPending} disabled={text.trim() === ""}>
          Add note
        </Button>
      </form>
    </Panel>
  );
}
