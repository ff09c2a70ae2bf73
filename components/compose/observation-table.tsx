"use client";

import { Text } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Scroller } from "#components/ui/scroller.tsx";
import { type ComposeForm, nextObservation } from "#lib/compose/compose-form.ts";
import { observationColumns } from "#lib/compose/observation-columns.ts";
import { type KindName, kindOf } from "#lib/compose/observation-kinds.ts";
import { pasteCells } from "#lib/compose/paste-cells.ts";
import { ObservationCells } from "./observation-cells.tsx";
import styles from "./observation-table.module.css";
import { useReorder } from "./use-reorder.tsx";

export interface RowActions {
  readonly move: (from: number, to: number) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
}

interface ObservationTableProps extends RowActions {
  readonly kind: KindName;
  readonly rows: readonly { readonly fieldId: string; readonly index: number }[];
  /** Index of the observation just added, which gets the focus. */
  readonly added: number | undefined;
  readonly onShown: () => void;
  readonly onAdd: () => void;
  readonly onAppend: (observations: readonly ComposeForm["observations"][number][]) => void;
}

/** Editable table of the observations of one kind. Enter and paste work as in a spreadsheet. */
export function ObservationTable(props: ObservationTableProps) {
  const { kind, rows, added, onShown, onAdd, onAppend, move, duplicate, remove } = props;
  const { getValues, setValue } = useFormContext<ComposeForm>();
  const options = useWatch<ComposeForm, "options">({ name: "options" });
  const columns = observationColumns(kind, options);
  const body = useRef<HTMLTableSectionElement>(null);
  const indexAt = (position: number) => rows[position]?.index ?? 0;
  const reorder = useReorder(rows.length, (from, to) => move(indexAt(from), indexAt(to)));
  const { label } = kindOf(kind);
  const [refusal, setRefusal] = useState<string>();

  /** Enter moves down the column; in the last row it adds a row. */
  function goDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const at = positionOf(event.target);
    const below = body.current?.querySelector<HTMLElement>(`[data-row="${at.row + 1}"] [data-column="${at.column}"]`);
    if (below) below.focus();
    else onAdd();
  }

  async function paste(event: ClipboardEvent<HTMLElement>) {
    const text = event.clipboardData.getData("text/plain");
    const at = positionOf(event.target);
    if (!/\t|\n./.test(text) || !(event.target instanceof HTMLInputElement || text.includes("\t"))) return;
    event.preventDefault();
    const { readCells } = await import("#lib/files/read-table.ts");
    const read = readCells(text);
    const below = rows.slice(at.row).map(({ index }) => ({ index, value: getValues(`observations.${index}`) }));
    const pasted = read.ok
      ? pasteCells(
          read.rows,
          columns.slice(at.column),
          below.map(({ value }) => value),
          nextObservation(kind, getValues("observations")),
        )
      : read;
    setRefusal(pasted.ok ? undefined : `Nothing was pasted. Line ${pasted.line ?? 1}: ${pasted.message}`);
    if (!pasted.ok) return;
    const filled = pasted.observations;
    for (const [position, value] of filled.entries()) {
      const index = below[position]?.index;
      if (index !== undefined) setValue(`observations.${index}`, value, { shouldDirty: true, shouldTouch: true });
    }
    if (filled.length > below.length) onAppend(filled.slice(below.length));
  }

  return (
    <>
      {refusal !== undefined && (
        <Text size="xs" c="var(--bad)" role="alert">
          {refusal}
        </Text>
      )}
      <Scroller label={`${label} observations`} className={styles.scroller}>
        <table className={styles.table} data-kind={kind} onKeyDown={goDown} onPaste={(event) => void paste(event)}>
          <thead>
            <tr>
              <th scope="col">No.</th>
              {columns.map(({ path, label, head, about, type }) => (
                <th key={path} scope="col" data-type={type} title={about ?? label}>
                  <span className="two-lines">{type === "percents" ? `${head}, %` : head}</span>
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map(({ fieldId, index }, position) => (
              <ObservationCells
                key={fieldId}
                index={index}
                position={position}
                kind={kind}
                columns={columns}
                isNew={index === added}
                onShown={onShown}
                handle={reorder.handle(position, `observation ${index + 1}`)}
                onDuplicate={() => duplicate(index)}
                onRemove={() => remove(index)}
                row={reorder.row(position)}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

function positionOf(target: EventTarget): { readonly row: number; readonly column: number } {
  const element = target instanceof HTMLElement ? target : undefined;
  const row = element?.closest<HTMLElement>("[data-row]")?.dataset.row;
  return { row: Number(row ?? 0), column: Number(element?.dataset.column ?? 0) };
}
