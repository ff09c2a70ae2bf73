"use client";

import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorAlert } from "./error-alert.tsx";

interface ConfirmDialogProps {
  readonly opened?: boolean;
  readonly title: string;
  readonly action: string;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  readonly state: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  /** Title of the error message, for example "The API key was not changed". */
  readonly failure?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Confirmation dialog. The focus is on the first field with `data-autofocus`, otherwise on the cancel button. */
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

/** Finds a partly entered date or number. Its value is the empty string, as if the field had been left empty. */
function findUnfinished({ elements }: HTMLFormElement): HTMLInputElement | undefined {
  return [...elements]
    .filter((element) => element instanceof HTMLInputElement)
    .find(({ validity }) => validity.badInput);
}
