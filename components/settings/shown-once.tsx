import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";

interface ShownOnceProps {
  readonly title: string;
  /** Name of the secret: "key". */
  readonly what: string;
  readonly value: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** A secret that is shown once. Only its button closes the dialog, not a click outside or Escape. */
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
