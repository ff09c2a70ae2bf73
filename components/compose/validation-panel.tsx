"use client";

import { Anchor, Button, Text } from "@mantine/core";
import Link from "next/link";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { TextCheck } from "#lib/compose/check-text.ts";
import { routes } from "#lib/console/routes.ts";
import { ERRORS, type ErrorCode } from "#lib/contract/error-table.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./composer.module.css";
import type { Validation } from "./use-validation.ts";

interface ValidationPanelProps {
  readonly check: TextCheck | undefined;
  readonly validation: Validation;
  readonly onValidate: () => void;
  /** Leads to the field of a violation. */
  readonly onGo: (issue: Issue) => void;
}

/** What POST /v1/predict would answer to the request as it is now. */
export function ValidationPanel({ check, validation, onValidate, onGo }: ValidationPanelProps) {
  const issues = check?.issues ?? [];
  return (
    <Panel
      title="Validation"
      aside={
        <Button variant="default" onClick={onValidate}>
          Validate
        </Button>
      }
    >
      <div role="status" aria-busy={validation.isPending} className={styles.verdict}>
        <Verdict issue={issues[0]} validation={validation} isValid={check?.request !== undefined} />
      </div>
      {issues.length > 0 && (
        <details open={issues.length <= 4}>
          <summary>{countOf(issues.length, "violation")}</summary>
          <ol className={styles.issues}>
            {issues.map((issue) => (
              <li key={`${issue.code} ${issue.path} ${issue.message}`}>
                <Anchor component="button" type="button" ff="monospace" size="xs" onClick={() => onGo(issue)}>
                  {issue.path || "the whole body"}
                </Anchor>{" "}
                {visible(issue.message)} <code className={styles.code}>{issue.code}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  );
}

interface VerdictProps {
  readonly issue: Issue | undefined;
  readonly validation: Validation;
  readonly isValid: boolean;
}

function Verdict({ issue, validation: { report, error }, isValid }: VerdictProps) {
  const refusal = report?.answer?.error;
  if (issue !== undefined) return <Answer tone="bad" code={issue.code} message={ERRORS[issue.code].cause} />;
  if (refusal !== undefined) {
    const needsReview = refusal.code === "TASK_NOT_SUPPORTED" || refusal.code === "INPUT_QUALITY_UNVERIFIED";
    if (!needsReview) return <Answer tone="bad" code={refusal.code} message={refusal.message} />;
    return (
      <>
        <p>
          <StatusBadge tone="good">Ready to submit</StatusBadge> The request is valid. It needs review before it can
          run.
        </p>
        <Text c="dimmed" size="xs" component="div">
          <Answer tone="warn" code={refusal.code} message="until it is approved." />
        </Text>
      </>
    );
  }
  if (report?.ok) {
    return (
      <p>
        <StatusBadge tone="good">Ready to run</StatusBadge> The question and its evidence are approved.
      </p>
    );
  }
  if (error !== null) {
    return (
      <p>
        <StatusBadge tone="warn">Unknown</StatusBadge> The gateway was not reached: {error.message}
      </p>
    );
  }
  return (
    <p>
      <StatusBadge tone="off">Validating…</StatusBadge> {isValid && "The request is valid."}
    </p>
  );
}

interface AnswerProps {
  readonly tone: "warn" | "bad";
  readonly code: ErrorCode;
  readonly message: string;
}

/** The status and code that the API would answer. */
function Answer({ tone, code, message }: AnswerProps) {
  return (
    <p>
      <StatusBadge tone={tone}>{String(ERRORS[code].status)}</StatusBadge>{" "}
      <Link href={routes.errorCode(code)}>
        <code>{code}</code>
      </Link>{" "}
      {visible(message)}
    </p>
  );
}
