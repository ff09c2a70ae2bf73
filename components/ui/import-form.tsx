"use client";

import { Button, Stack, Textarea } from "@mantine/core";
import { type ChangeEvent, useState } from "react";

interface ImportFormProps {
  /** Label of the file input: "JSONL file". */
  readonly label: string;
  /** Accepted file types, as in the `accept` attribute. */
  readonly accept: string;
  readonly isPending: boolean;
  readonly onImport: (text: string) => void;
}

/** Imports text from a file or typed into the text area. */
export function ImportForm({ label, accept, isPending, onImport }: ImportFormProps) {
  const [text, setText] = useState("");

  async function open({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (file !== undefined) setText(await file.text());
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onImport(text);
      }}
    >
      <Stack gap="sm" align="start" mb="xl">
        <label>
          {label} <input type="file" accept={accept} onChange={open} />
        </label>
        <Textarea
          label="Lines"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={16}
          w="100%"
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
        />
        <Button type="submit" loading={isPending} disabled={text.trim() === ""}>
          Import
        </Button>
      </Stack>
    </form>
  );
}
