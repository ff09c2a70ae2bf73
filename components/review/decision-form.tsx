"use client";

import { Button, Textarea } from "@mantine/core";
import type { KeyboardEvent, RefObject } from "react";
import { CHECKS } from "#components/submissions/checks.ts";
import { Alert } from "#components/ui/alert.tsx";
import form from "#components/ui/form.module.css";
import { type Draft, wanting } from "./decision.ts";
import styles from "./decision-form.module.css";
import { VerdictChoice } from "./verdict-choice.tsx";

interface DecisionFormProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onDecide: () => void;
  readonly pending: boolean;
  /** The server's refusal. */
  readonly refusal: string | undefined;
  readonly checks: RefObject<HTMLFieldSetElement | null>;
  readonly note: RefObject<HTMLTextAreaElement | null>;
}

/** Two verdicts, four answers, a reason. */
export function DecisionForm({ draft, onChange, onDecide, pending, refusal, checks, note }: DecisionFormProps) {
  const lack = wanting(draft);

  function sendFromNote(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || lack !== undefined || pending) return;
    event.preventDefault();
    onDecide();
  }

  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (lack === undefined) onDecide();
      }}
    >
      {refusal !== undefined && (
        <Alert title="Your decision was not taken" tone="bad" live>
          {refusal}
        </Alert>
      )}
      <VerdictChoice
        legend="May this release answer this task?"
        name="binding"
        value={draft.binding}
        onChange={(binding) => onChange({ ...draft, binding })}
      />
      <VerdictChoice
        legend="Is this input fit for it?"
        name="quality"
        value={draft.quality}
        onChange={(quality) => onChange({ ...draft, quality })}
      />
      <fieldset className={styles.group} ref={checks}>
        <legend>Checklist</legend>
        {CHECKS.map(({ name, label }) => (
          <label key={name} className={styles.choice}>
            <input
              type="checkbox"
              checked={draft.checklist[name]}
              onChange={({ currentTarget }) =>
                onChange({ ...draft, checklist: { ...draft.checklist, [name]: currentTarget.checked } })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Textarea
        ref={note}
        label="Note to the author"
        description="Needed unless you approve both."
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.currentTarget.value })}
        onKeyDown={sendFromNote}
        maxLength={8000}
        autosize
        minRows={3}
      />
      <div className={styles.end}>
        <Button type="submit" loading={pending} disabled={lack !== undefined}>
          Decide
        </Button>
        <span role="status">{lack}</span>
      </div>
    </form>
  );
}
