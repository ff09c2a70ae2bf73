import { PlainButton } from "#components/ui/plain-button.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { countOf } from "#lib/format.ts";
import styles from "./chosen-bar.module.css";

interface ChosenBarProps {
  readonly count: number;
  /** How many rows of the page are of the same task. */
  readonly most: number;
  readonly onDecide: () => void;
  readonly onAll: () => void;
  readonly onNone: () => void;
}

/** What can be done with the chosen rows. */
export function ChosenBar({ count, most, onDecide, onAll, onNone }: ChosenBarProps) {
  return (
    <section className={styles.bar} aria-label="Chosen submissions">
      <span role="status">{countOf(count, "submission")} of one task chosen</span>
      <PlainButton onClick={onDecide}>Decide on {count === 1 ? "it" : "them together"}</PlainButton>
      {count < most && <TextButton onClick={onAll}>All {most} of this task on this page</TextButton>}
      <TextButton onClick={onNone}>None</TextButton>
    </section>
  );
}
