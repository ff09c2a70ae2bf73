"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import { PlainButton } from "#components/ui/plain-button.tsx";
import { emptyObservation, OBSERVATION_FORMS, type ObservationForm } from "#lib/compose/compose-form.ts";
import { countOf } from "#lib/format.ts";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";
import { useIssue } from "./issue-board.ts";
import { IssueText } from "./issue-text.tsx";
import { KINDS } from "./observation-kinds.ts";
import { ObservationRow } from "./observation-row.tsx";
import { fieldId } from "./use-field.tsx";

const BulkDialog = dynamic(() => import("./bulk-dialog.tsx").then(({ BulkDialog: Dialog }) => Dialog));

/** The context: dated observations, each open or folded to a line. */
export function ObservationList() {
  const { getValues } = useFormContext<ComposeValues>();
  const { fields, append, insert, remove } = useFieldArray<ComposeValues, "observations", "fieldId">({
    name: "observations",
    keyName: "fieldId",
  });
  const [adding, setAdding] = useState(false);
  /** The place of one that was just added, until it is there. */
  const [added, setAdded] = useState<number>();
  const issue = useIssue("observations");

  function add(observation: ObservationForm) {
    setAdded(fields.length);
    append(observation, { shouldFocus: false });
  }

  return (
    <Panel title="Observations" aside={<span>{countOf(fields.length, "observation")}</span>}>
      <ol className={styles.observations} id={fieldId("observations")} tabIndex={-1} aria-label="Observations">
        {fields.map(({ fieldId: key }, index) => (
          <ObservationRow
            key={key}
            index={index}
            isNew={index === added}
            onThere={() => setAdded(undefined)}
            onDuplicate={() => insert(index + 1, structuredClone(getValues(`observations.${index}`)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {fields.length === 0 && (
        <p className={styles.hint}>
          Nothing yet. Without an observation that it can use, the release refuses the task.
        </p>
      )}
      {issue !== undefined && (
        <p className={styles.fault}>
          <IssueText issue={issue} />
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend. */}
      <div className={styles.add} role="group" aria-label="Add an observation">
        {OBSERVATION_FORMS.map((kind) => (
          <PlainButton key={kind} onClick={() => add(emptyObservation(kind))}>
            {`+ ${KINDS[kind].label}`}
          </PlainButton>
        ))}
        <PlainButton onClick={() => setAdding(true)}>Many, from CSV or JSON…</PlainButton>
      </div>
      {adding && (
        <BulkDialog
          options={getValues("options")}
          onClose={() => setAdding(false)}
          onRead={(observations) => {
            append([...observations], { shouldFocus: false });
            setAdding(false);
          }}
        />
      )}
    </Panel>
  );
}
