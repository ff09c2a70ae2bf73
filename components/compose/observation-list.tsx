"use client";

import { Box, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useFormContext } from "react-hook-form";
import { lazily } from "#components/ui/lazily.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type ComposeForm, nextObservation, type ObservationForm } from "#lib/compose/compose-form.ts";
import { fillPartition } from "#lib/compose/fill-partition.ts";
import { TABLE_KINDS } from "#lib/compose/observation-columns.ts";
import { KIND_NAMES, type KindName, kindOf } from "#lib/compose/observation-kinds.ts";
import { countOf } from "#lib/format.ts";
import styles from "./composer.module.css";
import { useFieldError } from "./field.tsx";
import { ObservationRow } from "./observation-row.tsx";
import { ObservationTable, type RowActions } from "./observation-table.tsx";
import type { Removed } from "./undo-notice.tsx";

// Loaded lazily, because few requests contain a series.
const SeriesPreview = lazily(async () => (await import("./series-preview.tsx")).SeriesPreview);
const ImportDialog = lazily(async () => (await import("./import-dialog.tsx")).ImportDialog);

/** Editor of the observations, with one table per kind. Rows are numbered by their position in the request. */
export function ObservationList({ onRemoved }: { readonly onRemoved: (removed: Removed) => void }) {
  const { getValues } = useFormContext<ComposeForm>();
  const { fields, append, insert, remove, move } = useFieldArray<ComposeForm, "observations", "fieldId">({
    name: "observations",
    keyName: "fieldId",
  });
  const [isImporting, setImporting] = useState(false);
  /** Index of the observation just added, or of the first one imported, until its row is rendered and focused. */
  const [added, setAdded] = useState<number>();
  const error = useFieldError("observations.root");
  const listed = fields.map(({ fieldId, kind }, index) => ({ fieldId, kind, index }));
  const kinds = [...new Set(fields.map(({ kind }) => kind))].filter((kind) => TABLE_KINDS.includes(kind));
  const others = listed.filter(({ kind }) => !TABLE_KINDS.includes(kind));
  const actions: RowActions = {
    move,
    remove(index) {
      const observation = getValues(`observations.${index}`);
      remove(index);
      onRemoved({ name: `Observation ${index + 1}`, restore: () => restore(index, observation) });
    },
    duplicate: (index) =>
      insert(index + 1, structuredClone(getValues(`observations.${index}`)), { shouldFocus: false }),
  };
  const shown = () => setAdded(undefined);

  function restore(index: number, observation: ObservationForm) {
    const position = Math.min(index, getValues("observations").length);
    setAdded(position);
    insert(position, observation, { shouldFocus: false });
  }

  function add(kind: KindName) {
    // Rendered synchronously, so that the next keystroke goes into the new row.
    flushSync(() => {
      setAdded(fields.length);
      const { options, observations } = getValues();
      const next = nextObservation(kind, observations);
      const bounds = kind === "partition" ? fillPartition(options) : {};
      append({ ...next, fields: { ...next.fields, ...bounds } }, { shouldFocus: false });
    });
  }

  return (
    <Panel title="Observations" aside={countOf(fields.length, "observation")}>
      <div id="observations" tabIndex={-1} className={styles.list}>
        {fields.length === 0 && (
          <Text size="xs" c="dimmed" mb="xs">
            Add dated evidence from before the information cutoff. The embedded model uses forecasts, counts, and series
            with a partition; it does not read text.
          </Text>
        )}
        {kinds.map((kind) => (
          <ObservationTable
            key={kind}
            kind={kind}
            rows={listed.filter((one) => one.kind === kind)}
            added={added}
            onShown={shown}
            onAdd={() => add(kind)}
            onAppend={(observations) => append([...observations], { shouldFocus: false })}
            {...actions}
          />
        ))}
        {others.length > 0 && (
          <ol className={`plain-list ${styles.list}`} aria-label="Other observations">
            {others.map(({ fieldId, kind, index }) => (
              <ObservationRow
                key={fieldId}
                index={index}
                kind={kind}
                isNew={index === added}
                onShown={shown}
                onDuplicate={() => actions.duplicate(index)}
                onRemove={() => actions.remove(index)}
              />
            ))}
          </ol>
        )}
      </div>
      {fields.some(({ kind }) => kind === "measurement" || kind === "history") && (
        <Box my="md">
          <SeriesPreview />
        </Box>
      )}
      {error !== undefined && (
        <Text size="xs" c="var(--bad)">
          {error}
        </Text>
      )}
      <Group gap="xs" role="group" aria-label="Add observation">
        {KIND_NAMES.map((kind) => (
          <Button key={kind} variant="default" title={kindOf(kind).about} onClick={() => add(kind)}>
            {`+ ${kindOf(kind).label}`}
          </Button>
        ))}
        <Button variant="default" onClick={() => setImporting(true)}>
          Import observations…
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        Press Enter to move down a table; in the last row, Enter adds a row. You can paste cells from a spreadsheet.
      </Text>
      {isImporting && (
        <ImportDialog
          options={getValues("options")}
          onClose={() => setImporting(false)}
          onRead={(observations) => {
            setAdded(fields.length);
            append([...observations], { shouldFocus: false });
            setImporting(false);
          }}
        />
      )}
    </Panel>
  );
}
