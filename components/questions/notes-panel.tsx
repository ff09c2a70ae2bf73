"use client";

import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { NoteField } from "#components/ui/note-field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";

interface NotesPanelProps {
  readonly taskId: string;
  readonly notes: Outputs["questions"]["get"]["notes"];
}

export function NotesPanel({ taskId, notes }: NotesPanelProps) {
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const add = useMutation(trpc.questions.addNote.mutationOptions({ onSuccess: () => setText("") }));
  return (
    <Panel title="Notes">
      <DividedList label="Notes">
        {notes.map(({ noteId, author, text: said, createdAt }) => (
          <li key={noteId}>
            <Group justify="space-between" gap="xs">
              <strong>{author}</strong>
              <Text span c="dimmed" size="xs">
                <TimeText at={createdAt} />
              </Text>
            </Group>
            <Text style={{ whiteSpace: "pre-line" }} dir="auto">
              {visible(said)}
            </Text>
          </li>
        ))}
      </DividedList>
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
