import { Text } from "@mantine/core";
import { changedMiddle } from "#lib/diff/changed-middle.ts";
import type { Change } from "#lib/diff/diff-fields.ts";
import { visible } from "#lib/format.ts";
import styles from "./change-row.module.css";

const WORDS = { changed: "changed", added: "added", removed: "removed", moved: "reordered" } as const;

/** One field that differs: before, and after. */
export function ChangeRow({ change }: { readonly change: Change }) {
  const { kind, path } = change;
  const before = show(change.before);
  const after = show(change.after);
  const parts = changedMiddle(before, after);
  return (
    <li>
      <Text c="dimmed">
        <code>{visible(path)}</code> {WORDS[kind]}
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
  if (isTextObservation(value)) return visible(`${value.observed_at}: ${value.text}`);
  return visible(typeof value === "string" ? value : JSON.stringify(value, null, 1));
}

function isTextObservation(value: unknown): value is { readonly text: string; readonly observed_at: string } {
  return typeof value === "object" && value !== null && "text" in value && "observed_at" in value;
}
