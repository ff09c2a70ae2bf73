import { Text } from "@mantine/core";
import { isJsonObject } from "#lib/contract/json.ts";
import { describeData } from "#lib/describe-data.ts";
import { changeLabel } from "#lib/diff/change-label.ts";
import { changedMiddle } from "#lib/diff/changed-middle.ts";
import type { Change } from "#lib/diff/diff-fields.ts";
import { formatInstant, visible } from "#lib/format.ts";
import styles from "./change-row.module.css";

const WORDS = { changed: "changed", added: "added", removed: "removed", moved: "reordered" } as const;

export function ChangeRow({ change }: { readonly change: Change }) {
  const { kind, path } = change;
  const before = show(change.before);
  const after = show(change.after);
  const parts = changedMiddle(before, after);
  return (
    <li>
      <Text c="dimmed">
        <span title={path}>{visible(changeLabel(path))}</span> {WORDS[kind]}
      </Text>
      {kind === "removed" && <del className={`${styles.before} ${styles.whole}`}>{before}</del>}
      {kind === "added" && <ins className={`${styles.after} ${styles.whole}`}>{after}</ins>}
      {kind === "changed" && (
        <>
          <span className={styles.before}>
            {parts.start}
            <del>{parts.before}</del>
            {parts.end}
          </span>
          <span className={styles.after}>
            {parts.start}
            <ins>{parts.after}</ins>
            {parts.end}
          </span>
        </>
      )}
    </li>
  );
}

function show(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return visible(value);
  if (!isJsonObject(value) || typeof value.observed_at !== "string") return visible(JSON.stringify(value, null, 1));
  const says = typeof value.text === "string" ? value.text : describeData(value.data);
  return visible(`${formatInstant(value.observed_at)} UTC: ${says}`);
}
