"use client";

import Link from "next/link";
import { Panel } from "#components/ui/panel.tsx";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import type { TextCheck } from "#lib/compose/check-text.ts";
import { routes } from "#lib/console/routes.ts";
import { ERRORS, type ErrorCode } from "#lib/contract/error-table.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./answer-panel.module.css";
import type { CheckReport } from "./use-check.ts";

interface AnswerPanelProps {
  readonly check: TextCheck | undefined;
  readonly report: CheckReport | undefined;
  readonly isPending: boolean;
  readonly fault: string | undefined;
  readonly onCheck: () => void;
  /** Leads to the field of a violation. */
  readonly onGo: (path: string) => void;
}

/** What POST /v1/predict would answer to the body as it stands. */
export function AnswerPanel({ check, report, isPending, fault, onCheck, onGo }: AnswerPanelProps) {
  const issues = check?.issues ?? [];
  const [first] = issues;
  const error = report?.answer?.error;
  const code = first?.code ?? error?.code;
  return (
    <Panel title="What the API would answer" aside={<PlainButton onClick={onCheck}>Check</PlainButton>}>
      <div role="status" aria-busy={isPending}>
        {code !== undefined ? (
          <Refusal code={code} message={first === undefined ? error?.message : undefined} />
        ) : report?.ok ? (
          <p>
            <StatusBadge tone="good">200</StatusBadge> A forecast: the task and the input are reviewed, and the release
            can answer.
          </p>
        ) : fault !== undefined ? (
          <p>
            <StatusBadge tone="warn">unknown</StatusBadge> The gateway was not reached: {fault}
          </p>
        ) : (
          <p>
            <StatusBadge tone="off">checking</StatusBadge> {check !== undefined && "The body obeys the contract."}
          </p>
        )}
      </div>
      {issues.length > 0 && <Issues issues={issues} onGo={onGo} />}
    </Panel>
  );
}

function Refusal({ code, message }: { readonly code: ErrorCode; readonly message: string | undefined }) {
  const reviewed = code === "TASK_NOT_SUPPORTED" || code === "INPUT_QUALITY_UNVERIFIED";
  return (
    <>
      <p>
        <StatusBadge tone={reviewed ? "warn" : "bad"}>{String(ERRORS[code].status)}</StatusBadge>{" "}
        <Link href={routes.errorCode(code)}>
          <code>{code}</code>
        </Link>{" "}
        {visible(message ?? ERRORS[code].cause)}
      </p>
      {reviewed && <p className={styles.hint}>The body obeys the contract: submit it for review.</p>}
    </>
  );
}

function Issues({ issues, onGo }: { readonly issues: readonly Issue[]; readonly onGo: (path: string) => void }) {
  return (
    <details className={styles.issues} open={issues.length <= 4}>
      <summary>{countOf(issues.length, "violation")}</summary>
      <ol className={styles.list}>
        {issues.map((issue) => (
          <li key={`${issue.code} ${issue.path} ${issue.message}`}>
            <TextButton onClick={() => onGo(issue.path)}>{issue.path || "the whole body"}</TextButton>{" "}
            {visible(issue.message)} <code className={styles.code}>{issue.code}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}
