"use client";

import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorAlert } from "./error-alert.tsx";

interface ConfirmDialogProps {
  readonly opened?: boolean;
  readonly title: string;
  /** The button that does it: a verb. */
  readonly action: string;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  /** The mutation: whether it is on its way, and why it failed. */
  readonly state: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  /** What did not happen if it fails. */
  readonly failure?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What will happen, and the fields that it takes. */
  readonly children: ReactNode;
}

/** Asks before something is done. The first field has the focus, or else the button that cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened = true, title, action, destructive = false, disabled = false, state, failure } = props;
  return (
    <Modal opened={opened} onClose={props.onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const unfinished = findUnfinished(event.currentTarget);
          if (unfinished === undefined) props.onConfirm();
          else unfinished.reportValidity();
        }}
        noValidate
      >
        <Stack gap="sm">
          <ErrorAlert {...(failure === undefined ? {} : { title: failure })} error={state.error} />
          {props.children}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={props.onClose} data-autofocus>
              Cancel
            </Button>
            <Button
              type="submit"
              {...(destructive ? { color: "bad" } : {})}
              loading={state.isPending}
              disabled={disabled}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** A date that is half filled in: its value is empty, as of one that is left out. */
function findUnfinished({ elements }: HTMLFormElement): HTMLInputElement | undefined {
  return [...elements]
    .filter((element) => element instanceof HTMLInputElement)
    .find(({ validity }) => validity.badInput);
}
