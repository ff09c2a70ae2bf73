"use client";

import { Button, Group } from "@mantine/core";
import { useId, useLayoutEffect, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { ComposeForm, ObservationForm } from "#lib/compose/compose-form.ts";
import { dateInWords } from "#lib/compose/date-in-words.ts";
import { kindOf } from "#lib/compose/observation-kinds.ts";
import { visible } from "#lib/format.ts";
import { focusField } from "./field.tsx";
import { ObservationEditor } from "./observation-editor.tsx";
import styles from "./observation-row.module.css";

export interface ObservationRowProps {
  readonly index: number;
  /** True if the observation was just added. A new row starts expanded, with its first field focused. */
  readonly isNew: boolean;
  readonly onShown: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Row of an observation whose kind has no table. The row expands to show the observation's fields. */
export function ObservationRow({ index, isNew, onShown, onDuplicate, onRemove }: ObservationRowProps) {
  const [isOpen, setOpen] = useState(isNew);
  const observation = useWatch<ComposeForm, `observations.${number}`>({ name: `observations.${index}` });
  const bodyId = useId();
  useLayoutEffect(() => {
    if (!isNew) return;
    focusField(`observations.${index}.observedAt.local`);
    onShown();
  }, [isNew, onShown, index]);
  const actions = { Duplicate: onDuplicate, Remove: onRemove };
  return (
    <li className={styles.row} id={`observation-${index}`}>
      <Group gap="0 16px">
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.kind}>{kindOf(observation.kind).label}</span>
          <span className={styles.rowDate}>{describeDate(observation)}</span>
          <span className={styles.excerpt}>{excerpt(observation)}</span>
        </button>
        <span>
          {Object.entries(actions).map(([action, onClick]) => (
            <Button
              key={action}
              variant="subtle"
              size="compact-xs"
              aria-label={`${action} observation ${index + 1}`}
              onClick={onClick}
            >
              {action}
            </Button>
          ))}
        </span>
      </Group>
      {!isOpen && <RowError index={index} />}
      <div id={bodyId}>{isOpen && <ObservationEditor index={index} kind={observation.kind} />}</div>
    </li>
  );
}

function RowError({ index }: { readonly index: number }) {
  const { errors } = useFormState<ComposeForm>();
  const { observedAt, fields = {} } = errors.observations?.[index] ?? {};
  const error = observedAt?.local ?? Object.values(fields)[0];
  if (error === undefined) return null;
  return (
    <p className={styles.rowError}>
      <span aria-hidden="true">■</span> {visible(error.message ?? "")}
    </p>
  );
}

const describeDate = ({ observedAt }: ObservationForm) =>
  observedAt.local === "" ? "no date" : (dateInWords(observedAt, "end of day") ?? visible(observedAt.local));

const MAX_EXCERPT = 160;

const excerpt = ({ kind, fields }: ObservationForm) =>
  visible((fields[kindOf(kind).fields[0].name] ?? "").slice(0, MAX_EXCERPT));
