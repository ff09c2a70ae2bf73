import { isRightToLeft, splitRuns, type TextRun } from "#lib/text/text-runs.ts";
import styles from "./foreign-text.module.css";

/** Shows a text that its reader did not write: with marks for invisible characters, and isolated if right-to-left. */
export function ForeignText({ text }: { readonly text: string }) {
  const shown = showRuns(splitRuns(text));
  // Not a bdi element, because `dir="auto"` of the element around it would ignore the text.
  return isRightToLeft(text) ? <span className={styles.isolated}>{shown}</span> : shown;
}

export function showRuns(runs: readonly TextRun[]) {
  return runs.map(({ text, start, mark }) => {
    if (mark === undefined) return text;
    const { short, name } = mark;
    return (
      <span key={start} className={styles.mark} role="img" aria-label={name} title={name} dir="ltr">
        {short}
      </span>
    );
  });
}
