"use client";

import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { ObservationForm, OptionForm } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { HISTORY_COLUMNS, type RowsReading, readJsonRows, readTable, tableColumns } from "#lib/compose/read-rows.ts";
import { countOf, visible } from "#lib/format.ts";
import styles from "./composer.module.css";
import { offsetChoices } from "./date-time-field.tsx";

interface ImportDialogProps {
  readonly options: readonly OptionForm[];
  readonly onRead: (observations: readonly ObservationForm[]) => void;
  readonly onClose: () => void;
}

export function ImportDialog({ options, onRead, onClose }: ImportDialogProps) {
  const [text, setText] = useState("");
  const [offset, setOffset] = useState("");
  const [reading, setReading] = useState<RowsReading>();

  async function read(source: string, zone: string) {
    setText(source);
    setOffset(zone);
    setReading(source.trim() === "" ? undefined : await readRows(source, options, zone));
  }

  const tables = tableColumns(optionIds(options).map((id) => id || "option"));
  return (
    <Modal opened onClose={onClose} title="Import observations">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reading?.ok) onRead(reading.observations);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          // Otherwise the event would reach the composer, which submits the request.
          event.stopPropagation();
          event.currentTarget.requestSubmit();
        }}
      >
        <Stack gap="sm">
          <Text size="xs" c="dimmed">
            CSV with a header row. Each file holds one kind of observation, with these columns:
            {tables.map(({ kind, columns }) => (
              <code key={kind} style={{ display: "block" }}>
                {["observed_at", ...columns].join(",")}
              </code>
            ))}
            Values over time become one history per series:
            <code style={{ display: "block" }}>{HISTORY_COLUMNS.join(",")}</code>
            Or JSON: an array of observations, one observation per line, or a complete request.
          </Text>
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
            label="Or paste the text or drop a file here"
            value={text}
            onChange={({ currentTarget }) => void read(currentTarget.value, offset)}
            onDrop={(event) => {
              const file = event.dataTransfer.files[0];
              if (file === undefined) return;
              event.preventDefault();
              void file.text().then((dropped) => read(dropped, offset));
            }}
            rows={8}
            data-autofocus
            spellCheck={false}
            classNames={{ input: styles.mono ?? "" }}
          />
          <NativeSelect
            label="Default UTC offset"
            description="Applies to dates without an offset. A date without a time means the start of that day."
            value={offset}
            onChange={({ currentTarget }) => void read(text, currentTarget.value)}
            data={offsetChoices(offset, "none: leave dates unchanged")}
          />
          {reading?.ok === false && (
            <Alert color="bad" role="alert" title="The observations cannot be imported">
              {visible(reading.message)}
            </Alert>
          )}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!reading?.ok || reading.observations.length === 0}>
              {reading?.ok ? `Add ${countOf(reading.observations.length, "observation")}` : "Add"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

async function readRows(text: string, options: readonly OptionForm[], offset: string): Promise<RowsReading> {
  if (/^\s*[[{]/.test(text)) return readJsonRows(text, options);
  const { default: papa } = await import("papaparse");
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const [header = [], ...rows] = data;
  return readTable(header, rows, options, offset);
}
