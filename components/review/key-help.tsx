"use client";

import { Modal } from "@mantine/core";
import { TextButton } from "#components/ui/text-button.tsx";
import styles from "./key-help.module.css";

interface KeyHelpProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly on: boolean;
  readonly setOn: (on: boolean) => void;
}

const KEYS = [
  ["j", "the next submission"],
  ["k", "the one before"],
  ["Enter", "in the queue: open it"],
  ["s", "in the queue: choose it, to decide on several of a task"],
  ["a", "approve both, then the checklist"],
  ["c", "ask for changes, then the note"],
  ["x", "reject, then the note"],
  ["n", "write the note"],
  ["Ctrl Enter", "in the note: decide"],
  ["?", "this help"],
] as const;

/** The keys of the review, and a way to switch them off. */
export function KeyHelp({ opened, onClose, on, setOn }: KeyHelpProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys of the review"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      <dl className={styles.keys}>
        {KEYS.map(([key, does]) => (
          <div key={key} className={styles.key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        They are dead while you type.{" "}
        <TextButton onClick={() => setOn(!on)}>{on ? "Switch them off" : "Switch them on"}</TextButton>
      </p>
    </Modal>
  );
}
