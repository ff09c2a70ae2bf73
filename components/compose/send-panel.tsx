"use client";

import { Box, Button, Group } from "@mantine/core";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { type DraftState, describeDraft } from "./describe-draft.ts";
import type { Validation } from "./use-validation.ts";

interface SendPanelProps extends DraftState {
  readonly validation: Validation;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onValidate: () => void;
  readonly isRunning: boolean;
  /** Undefined if the API would refuse the request. */
  readonly onRun: (() => void) | undefined;
}

export function SendPanel(props: SendPanelProps) {
  const { validation, isSending, onSubmit, onValidate, isRunning, onRun } = props;
  const { tone, word, words } = describeDraft(props);
  return (
    <Panel title="Validation">
      <Box role="status" aria-busy={validation.isPending} mih={44} mb={8}>
        <div>
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </div>
        {words}
      </Box>
      <Group gap="xs">
        <Button
          variant={onRun === undefined ? "filled" : "default"}
          loading={isSending}
          onClick={onSubmit}
          title="Ctrl Enter"
        >
          Submit for review
        </Button>
        {onRun !== undefined && (
          <Button loading={isRunning} onClick={onRun}>
            Run
          </Button>
        )}
        <Button variant="default" onClick={onValidate}>
          Validate
        </Button>
      </Group>
    </Panel>
  );
}
