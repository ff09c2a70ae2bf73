import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";

interface ExampleProps {
  readonly title: ReactNode;
  readonly about?: string;
  readonly text: string;
  /** What the button copies. */
  readonly what: string;
  readonly label: string;
}

/** Code under a heading of its own. */
export function Example({ title, about, text, what, label }: ExampleProps) {
  return (
    <Stack gap={6}>
      <h3>{title}</h3>
      {about !== undefined && <p>{about}</p>}
      <CodeBlock text={text} what={what} label={label} />
    </Stack>
  );
}
