import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";

interface ShownOnceProps {
  readonly title: string;
  /** Noun for the secret in the button labels: "key". */
  readonly what: string;
  readonly value: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** Dialog for a secret that is shown only once. Escape and clicks outside do not close it, to avoid losing the secret. */
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
          <Button onClick={onDone}>I’ve saved the {what}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
