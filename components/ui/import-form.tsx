"use client";

import { Button, Stack, Textarea } from "@mantine/core";
import { type ChangeEvent, useState } from "react";

interface ImportFormProps {
  readonly label: string;
  /** Accepted file types, in the syntax of the HTML attribute `accept`. */
  readonly accept: string;
  readonly isPending: boolean;
  readonly onImport: (text: string) => void;
}

/** Form to import a text file. Choosing a file fills the text area, where the text can be edited before the import. */
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
        <label style={{ maxWidth: "100%" }}>
          {label} <input type="file" accept={accept} onChange={open} />
        </label>
        <Textarea
          label="File content"
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
