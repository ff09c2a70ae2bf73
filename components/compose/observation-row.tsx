"use client";

import { useEffect, useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { TextButton } from "#components/ui/text-button.tsx";
import type { ObservationForm } from "#lib/compose/compose-form.ts";
import { visible } from "#lib/format.ts";
import type { ComposeValues } from "./compose-values.ts";
import { useIssue } from "./issue-board.ts";
import { ObservationEditor } from "./observation-editor.tsx";
import { KINDS } from "./observation-kinds.ts";
import styles from "./observation-row.module.css";
import { fieldId } from "./use-field.tsx";

interface ObservationRowProps {
  readonly index: number;
  /** Just added: it starts unfolded, with the cursor in its date. */
  readonly isNew: boolean;
  readonly onThere: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** An observation in a line; unfolded, with its fields. */
export function ObservationRow({ index, isNew, onThere, onDuplicate, onRemove }: ObservationRowProps) {
  const [open, setOpen] = useState(isNew);
  const observation = useWatch<ComposeValues, `observations.${number}`>({ name: `observations.${index}` });
  const content = useIssue(`observations.${index}.content`);
  const date = useIssue(`observations.${index}.observedAt`);
  const bodyId = useId();
  const issue = date ?? content;
  useEffect(() => {
    if (!isNew) return;
    document.getElementById(fieldId(`observations.${index}.observedAt`))?.focus();
    onThere();
  }, [isNew, onThere, index]);
  return (
    <li className={styles.row} id={`observation-${index}`}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          <span aria-hidden="true" className={styles.sign}>
            {open ? "▾" : "▸"}
          </span>
          <span className={styles.kind}>{KINDS[observation.kind].label}</span>
          <span className={styles.date}>{dateText(observation)}</span>
          <span className={styles.words}>{excerpt(observation)}</span>
          {issue !== undefined && !open && <code className={styles.code}>{issue.code}</code>}
        </button>
        <span className={styles.tools}>
          <TextButton onClick={onDuplicate}>
            Duplicate<span className={styles.unseen}> observation {index + 1}</span>
          </TextButton>
          <TextButton onClick={onRemove}>
            Remove<span className={styles.unseen}> observation {index + 1}</span>
          </TextButton>
        </span>
      </div>
      <div id={bodyId}>{open && <ObservationEditor index={index} kind={observation.kind} />}</div>
    </li>
  );
}

const dateText = ({ observedAt: { local, offset } }: ObservationForm) =>
  local === "" ? "no date" : `${local.replace("T", " ").slice(0, 19)} ${offset === "Z" ? "UTC" : offset}`;

const LONGEST = 160;

function excerpt({ kind, text, name, value, unit, json }: ObservationForm): string {
  switch (kind) {
    case "text":
      return visible(text.slice(0, LONGEST));
    case "measurement":
      return `${name} ${value} ${unit}`.slice(0, LONGEST);
    case "raw":
      return json.slice(0, LONGEST);
    default:
      return name;
  }
}
