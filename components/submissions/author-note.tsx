import { Panel } from "#components/ui/panel.tsx";
import { visible } from "#lib/format.ts";
import styles from "./author-note.module.css";

/** What the author wants the reviewers to know; nothing where there is no note. */
export function AuthorNote({ note }: { readonly note: string }) {
  if (note === "") return null;
  return (
    <Panel title="The author’s note">
      <p className={styles.note}>{visible(note)}</p>
    </Panel>
  );
}
