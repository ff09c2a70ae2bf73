"use client";

import { Button, Modal, NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { FormActions } from "#components/ui/form-actions.tsx";
import type { ObservationForm, OptionForm } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { type RowsReading, readJsonRows, readTable } from "#lib/compose/read-rows.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./composer.module.css";
import { offsetChoices } from "./offset-choices.ts";

interface BulkDialogProps {
  readonly options: readonly OptionForm[];
  readonly onRead: (observations: readonly ObservationForm[]) => void;
  readonly onClose: () => void;
}

/** Many observations at once, out of a CSV or a JSON file, or what was copied from one. */
export function BulkDialog({ options, onRead, onClose }: BulkDialogProps) {
  const [text, setText] = useState("");
  const [offset, setOffset] = useState("");
  const [reading, setReading] = useState<RowsReading>();

  async function read(source: string, zone: string) {
    setText(source);
    setOffset(zone);
    setReading(source.trim() === "" ? undefined : await readRows(source, options, zone));
  }

  const ids = optionIds(options)
    .map((id) => id || "option")
    .join(",");
  return (
    <Modal
      opened
      onClose={onClose}
      title="Many observations"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (reading?.ok) onRead(reading.observations);
        }}
      >
        <p className={styles.hint}>
          CSV with a header, one kind a file: <code>observed_at,text</code> or{" "}
          <code>{`observed_at,source,${ids}`}</code> or <code>{`observed_at,reference_class,${ids}`}</code> or{" "}
          <code>observed_at,series,value,unit</code>. Or JSON: a list of observations, one a line, or a whole request.
        </p>
        <label>
          File{" "}
          <input
            type="file"
            accept=".csv,.tsv,.json,.jsonl,.ndjson,text/csv,application/json"
            onChange={async ({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file !== undefined) await read(await file.text(), offset);
            }}
          />
        </label>
        <Textarea
          label="Or paste it, or drop a file here"
          value={text}
          onChange={({ currentTarget }) => void read(currentTarget.value, offset)}
          onDrop={(event) => {
            const file = event.dataTransfer.files[0];
            if (file === undefined) return;
            event.preventDefault();
            void file.text().then((dropped) => read(dropped, offset));
          }}
          rows={8}
          spellCheck={false}
          classNames={{ input: styles.mono ?? "" }}
        />
        <NativeSelect
          label="Dates without a zone are in"
          description="A day without a time counts from its start there."
          value={offset}
          onChange={({ currentTarget }) => void read(text, currentTarget.value)}
          data={offsetChoices(offset).map(({ value, label }) => ({
            value,
            label: value === "" ? "left as they are" : label,
          }))}
        />
        {reading !== undefined && !reading.ok && (
          <Alert title="This cannot be read" tone="bad" live>
            {visible(reading.message)}
          </Alert>
        )}
        <FormActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!reading?.ok || reading.observations.length === 0}>
            {reading?.ok ? `Add ${countOf(reading.observations.length, "observation")}` : "Add"}
          </Button>
        </FormActions>
      </form>
    </Modal>
  );
}

async function readRows(text: string, options: readonly OptionForm[], offset: string): Promise<RowsReading> {
  if (/^\s*[[{]/.test(text)) return readJsonRows(text, options);
  const { default: papa } = await import("papaparse");
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const [header = [], ...rows] = data;
  return readTable(header, rows, options, { offset });
}
