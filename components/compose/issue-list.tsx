"use client";

import { Anchor } from "@mantine/core";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { ToFix } from "#lib/compose/describe-issues.ts";
import { routes } from "#lib/console/routes.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./composer.module.css";

interface IssueListProps {
  readonly issues: readonly Issue[];
  readonly toFix: readonly ToFix[];
  readonly onGo: (issue: Issue) => void;
}

/** Lists the violations with links to their fields, and the errors that the API would return. */
export function IssueList({ issues, toFix, onGo }: IssueListProps) {
  if (issues.length === 0) return null;
  return (
    <Panel title="Violations" aside={countOf(toFix.length, "entry", "entries")}>
      <ol className={styles.issues}>
        {toFix.map(({ issue, where, message }) => (
          <li key={`${where} ${message}`}>
            <Anchor component="button" type="button" onClick={() => onGo(issue)}>
              {where}
            </Anchor>{" "}
            {visible(message)}
          </li>
        ))}
      </ol>
      <details>
        <summary>API error response</summary>
        <ul className={styles.issues}>
          {issues.map(({ code, path, message }) => (
            <li key={`${code} ${path} ${message}`}>
              <Link href={routes.errorCode(code)}>
                <code>{code}</code>
              </Link>{" "}
              <code>{path || "entire body"}</code> {visible(message)}
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
