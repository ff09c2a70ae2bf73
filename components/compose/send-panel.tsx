"use client";

import { Box, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge, type Tone } from "#components/ui/status-badge.tsx";
import { countOf, visible } from "#lib/format.ts";
import styles from "./composer.module.css";
import type { Validation } from "./use-validation.ts";

interface SendPanelProps {
  readonly isChecked: boolean;
  readonly toFix: number;
  readonly validation: Validation;
  /** Hides errors until the form is submitted. */
  readonly isQuiet: boolean;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onValidate: () => void;
  readonly isRunning: boolean;
  /** Undefined if the API would refuse the request. */
  readonly onRun: (() => void) | undefined;
}

export function SendPanel(props: SendPanelProps) {
  const { validation, isSending, onSubmit, onValidate, isRunning, onRun } = props;
  const { tone, word, words } = stateOf(props);
  return (
    <div className={styles.send}>
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
    </div>
  );
}

interface State {
  readonly tone: Tone;
  readonly word: string;
  readonly words: ReactNode;
}

function stateOf({ isChecked, toFix, validation: { report, error }, isQuiet }: SendPanelProps): State {
  const entries = countOf(toFix, "entry", "entries");
  if (!isChecked) return { tone: "off", word: "Draft", words: "" };
  if (toFix > 0 && isQuiet) return { tone: "off", word: "Draft", words: `${entries} to complete.` };
  if (toFix > 0) return { tone: "bad", word: `${entries} to fix`, words: "" };
  if (error !== null) {
    return { tone: "warn", word: "Valid", words: `The automated checks failed to run: ${visible(error.message)}` };
  }
  if (report === undefined) return { tone: "off", word: "Checking…", words: "" };
  if (report.ok) return { tone: "good", word: "Ready to run", words: "The question and its evidence are approved." };
  if (!report.needsReview) {
    return { tone: "warn", word: "No forecast", words: visible(report.answer?.error.message ?? "") };
  }
  const mustFix = report.findings.filter(({ severity }) => severity === "high").length;
  if (mustFix === 0) {
    return { tone: "good", word: "Ready to submit", words: "You can run it after a reviewer approves it." };
  }
  return {
    tone: "warn",
    word: `Valid, ${countOf(mustFix, "finding")} to fix`,
    words: "If you submit the draft now, a reviewer will request changes.",
  };
}
