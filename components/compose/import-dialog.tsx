"use client";

import { Modal, Text } from "@mantine/core";
import { ImportPreview } from "#components/import/import-preview.tsx";
import type { Entrance, LineResult } from "#components/import/use-import.ts";
import type { ObservationForm, OptionForm } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { readObservationText } from "#lib/compose/read-observation.ts";
import { HISTORY_FIELDS, observationTarget, readObservationValues, rowColumns } from "#lib/files/observations.ts";

interface ImportDialogProps {
  readonly options: readonly OptionForm[];
  readonly onRead: (observations: readonly ObservationForm[]) => void;
  readonly onClose: () => void;
}

export function ImportDialog({ options, onRead, onClose }: ImportDialogProps) {
  const entrance: Entrance = {
    words: { noun: "observation", action: "Add", done: "added", already: "already added" },
    linesPerCall: () => Infinity,
    loadTarget: async () => ({ ...observationTarget(options), readValues: readObservationValues }),
    async run(jsonl, preview) {
      const lines = jsonl.split("\n");
      if (!preview) onRead(lines.map((line) => readObservationText(line, options)));
      return lines.map((_, index): LineResult => ({ line: index + 1, ok: true, isNew: true }));
    },
  };
  const tables = rowColumns(optionIds(options).map((id) => id || "option"));
  return (
    <Modal opened onClose={onClose} title="Import observations" size="xl">
      <Text size="xs" c="dimmed" mb="sm">
        A table holds one kind of observation, with these columns:
        {[...tables.map(({ columns }) => ["observed_at", ...columns]), HISTORY_FIELDS].map((columns) => (
          <code key={columns.join()} style={{ display: "block" }}>
            {columns.join(",")}
          </code>
        ))}
        With the column time, the values over time become one history per series. JSON contains observations or a
        complete request.
      </Text>
      <ImportPreview entrance={entrance} onCancel={onClose} />
    </Modal>
  );
}
