import { Text } from "@mantine/core";
import { isJsonObject } from "#lib/contract/json.ts";
import { describeData } from "#lib/describe-data.ts";
import { changeLabel } from "#lib/diff/change-label.ts";
import { changedMiddle } from "#lib/diff/changed-middle.ts";
import type { Change } from "#lib/diff/diff-fields.ts";
import { formatInstant, visible } from "#lib/format.ts";
import { splitRuns } from "#lib/text/text-runs.ts";
import styles from "./change-row.module.css";
import { showRuns } from "./foreign-text.tsx";

const WORDS = { changed: "changed", added: "added", removed: "removed", moved: "reordered" } as const;

export function ChangeRow({ change }: { readonly change: Change }) {
  const { kind, path } = change;
  const before = print(change.before);
  const after = print(change.after);
  const parts = changedMiddle(before, after);
  return (
    <li>
      <Text c="dimmed">
        <span title={path}>{visible(changeLabel(path))}</span> {WORDS[kind]}
      </Text>
      {kind === "removed" && <del className={`${styles.before} ${styles.whole}`}>{show(before)}</del>}
      {kind === "added" && <ins className={`${styles.after} ${styles.whole}`}>{show(after)}</ins>}
      {kind === "changed" && (
        <>
          <span className={styles.before}>
            {show(parts.start)}
            <del>{show(parts.before)}</del>
            {show(parts.end)}
          </span>
          <span className={styles.after}>
            {show(parts.start)}
            <ins>{show(parts.after)}</ins>
            {show(parts.end)}
          </span>
        </>
      )}
    </li>
  );
}

const show = (text: string) => showRuns(splitRuns(text));

function print(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (!isJsonObject(value) || typeof value.observed_at !== "string") return JSON.stringify(value, null, 1);
  const says = typeof value.text === "string" ? value.text : describeData(value.data);
  return `${formatInstant(value.observed_at)} UTC: ${says}`;
}
