import type { Issue } from "#lib/contract/issue.ts";
import { visible } from "#lib/format.ts";
import styles from "./issue-text.module.css";

/** What is wrong, with the code that the API would answer. */
export function IssueText({ issue }: { readonly issue: Pick<Issue, "code" | "message"> }) {
  return (
    <>
      {visible(issue.message)} <code className={styles.code}>{issue.code}</code>
    </>
  );
}
