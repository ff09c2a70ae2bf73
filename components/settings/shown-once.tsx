import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";

interface ShownOnceProps {
  readonly title: string;
  /** What is copied: "key". */
  readonly what: string;
  readonly value: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** A secret, which cannot be read again: only its own button closes the dialog, no stray click or key. */
export function ShownOnce({ title, what, value, onDone, children }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={onDone}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="sm">
        <p>{children}</p>
        <CodeBlock text={value} what={what} label={title} wrap />
        <Group justify="end">
          <Button onClick={onDone}>I’ve saved it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
