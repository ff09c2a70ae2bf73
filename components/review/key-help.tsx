"use client";

import { Button, DataList, Group, Kbd, Modal } from "@mantine/core";

interface KeyHelpProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly on: boolean;
  readonly setOn: (on: boolean) => void;
}

const KEYS = [
  ["j", "Go to the next submission"],
  ["k", "Go to the previous submission"],
  ["Enter", "Queue: open the focused submission"],
  ["s", "Queue: select the focused submission, to decide on several together"],
  ["g", "Queue: claim and open the next submission"],
  ["s", "Submission: skip it; it returns after the others"],
  ["1 2 3 4", "Check or uncheck an item of the checklist. All items checked: “Approve” is selected"],
  ["a", "Select “Approve” for both verdicts and go to the checklist. Queue: decide on the selected submissions"],
  ["c", "Select “Request changes” for both verdicts and go to the note"],
  ["x", "Select “Reject” for both verdicts and go to the note"],
  ["n", "Go to the note"],
  ["Ctrl Enter", "Record the decision, wherever the cursor is"],
  ["?", "Show keyboard shortcuts"],
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
        Shortcuts are ignored while you type.
        <Button variant="default" onClick={() => setOn(!on)}>
          {on ? "Turn off shortcuts" : "Turn on shortcuts"}
        </Button>
      </Group>
    </Modal>
  );
}
