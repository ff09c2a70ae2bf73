"use client";

import { Button, Group, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Panel } from "#components/ui/panel.tsx";
import { type ComposeForm, emptyObservation } from "#lib/compose/compose-form.ts";
import { KIND_NAMES, kindOf } from "#lib/compose/observation-kinds.ts";
import { countOf } from "#lib/format.ts";
import styles from "./composer.module.css";
import { useFieldError } from "./field.tsx";
import { ObservationRow } from "./observation-row.tsx";

const ImportDialog = dynamic(() => import("./import-dialog.tsx").then(({ ImportDialog: Dialog }) => Dialog));

/** The context: dated observations, each a row that can be expanded. */
export function ObservationList() {
  const { getValues } = useFormContext<ComposeForm>();
  const { fields, append, insert, remove } = useFieldArray<ComposeForm, "observations", "fieldId">({
    name: "observations",
    keyName: "fieldId",
  });
  const [isImporting, setImporting] = useState(false);
  /** The index of one that was just added, until its row is there. */
  const [added, setAdded] = useState<number>();
  const error = useFieldError("observations.root");
  return (
    <Panel title="Observations" aside={countOf(fields.length, "observation")}>
      <ol className={styles.list} id="observations" tabIndex={-1} aria-label="Observations">
        {fields.map(({ fieldId }, index) => (
          <ObservationRow
            key={fieldId}
            index={index}
            isNew={index === added}
            onShown={() => setAdded(undefined)}
            onDuplicate={() => insert(index + 1, structuredClone(getValues(`observations.${index}`)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {fields.length === 0 && (
        <Text size="xs" c="dimmed" mb="xs">
          No observations yet. The release needs at least one that it can use.
        </Text>
      )}
      <Text size="xs" c="var(--bad)">
        {error}
      </Text>
      <Group gap="xs" role="group" aria-label="Add an observation">
        {KIND_NAMES.map((kind) => (
          <Button
            key={kind}
            variant="default"
            onClick={() => {
              setAdded(fields.length);
              append(emptyObservation(kind), { shouldFocus: false });
            }}
          >
            {`+ ${kindOf(kind).label}`}
          </Button>
        ))}
        <Button variant="default" onClick={() => setImporting(true)}>
          Import CSV or JSON…
        </Button>
      </Group>
      {isImporting && (
        <ImportDialog
          options={getValues("options")}
          onClose={() => setImporting(false)}
          onRead={(observations) => {
            append([...observations], { shouldFocus: false });
            setImporting(false);
          }}
        />
      )}
    </Panel>
  );
}
