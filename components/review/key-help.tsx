"use client";

import { Button, DataList, Group, Kbd, Modal } from "@mantine/core";

interface KeyHelpProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly on: boolean;
  readonly setOn: (on: boolean) => void;
}

const KEYS = [
  ["j", "the next submission"],
  ["k", "the previous submission"],
  ["Enter", "in the queue: open it"],
  ["s", "in the queue: select it, to decide on several at once"],
  ["g", "in the queue: claim the next submission and open it"],
  ["1 2 3 4", "tick the checklist; all of it approves"],
  ["a", "approve both, then the checklist; in the queue: decide on the selected"],
  ["c", "request changes, then the note"],
  ["x", "reject, then the note"],
  ["n", "write the note"],
  ["Ctrl Enter", "decide, wherever the cursor is"],
  ["?", "this help"],
] as const;

export function KeyHelp({ opened, onClose, on, setOn }: KeyHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md">
      <DataList labelWidth={96} withDivider={false} gap={4}>
        {KEYS.map(([key, does]) => (
          <DataList.Item key={key}>
            <DataList.ItemLabel>
              <Kbd>{key}</Kbd>
            </DataList.ItemLabel>
            <DataList.ItemValue>{does}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      <Group justify="space-between" mt="md">
        Shortcuts pause while you type.
        <Button variant="default" onClick={() => setOn(!on)}>
          {on ? "Turn off shortcuts" : "Turn on shortcuts"}
        </Button>
      </Group>
    </Modal>
  );
}
