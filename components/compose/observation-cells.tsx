"use client";

import { ActionIcon, Box, Button, Group, Input, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { type FieldError, get, useFormContext, useFormState, useWatch } from "react-hook-form";
import { Link } from "#components/ui/link.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { dateInWords } from "#lib/compose/date-in-words.ts";
import type { ObservationColumn } from "#lib/compose/observation-columns.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import { focusField } from "./field.tsx";
import type { ObservationRowProps } from "./observation-row.tsx";
import styles from "./observation-table.module.css";
import { usePercents } from "./use-percents.ts";

interface ObservationCellsProps extends ObservationRowProps {
  /** Row index in the table of this kind of observation. */
  readonly position: number;
  readonly columns: readonly ObservationColumn[];
  readonly handle: ReactNode;
  readonly row: object;
}

/** Renders two table rows: the cells of an observation, then its parsed date or its errors. */
export function ObservationCells(props: ObservationCellsProps) {
  const { index, position, columns, isNew, onShown, handle, onDuplicate, onRemove, row } = props;
  const { register } = useFormContext<ComposeForm>();
  const at = `observations.${index}` as const;
  const observation = useWatch<ComposeForm, typeof at>({ name: at });
  const errors = useRowErrors(index);
  const percents = usePercents(index);
  const { source = "" } = observation.fields;
  /** The source when its field was last left. Its record is not read while the writer types. */
  const [leftSource, setLeftSource] = useState(source);
  const nameOf = ({ type, path }: ObservationColumn) =>
    type === "date" ? (`${at}.observedAt.local` as const) : (`${at}.fields.${path}` as const);
  const textOf = ({ type, path }: ObservationColumn) =>
    type === "date" ? observation.observedAt.local : (observation.fields[path] ?? "");
  // A dated row was imported or restored. A new row has the series and the unit of the row above.
  const isDated = observation.observedAt.local !== "";
  const column = (isDated ? undefined : columns.find((one) => textOf(one) === "")) ?? columns[0];
  const first = column && nameOf(column);
  useLayoutEffect(() => {
    if (!isNew || first === undefined) return;
    focusField(first);
    onShown();
  }, [isNew, onShown, first]);
  const tools = [
    { label: "Duplicate", sign: <CopySign />, onClick: onDuplicate },
    { label: "Remove", sign: "✕", onClick: onRemove },
  ];
  return (
    <>
      <tr id={`observation-${index}`} data-row={position} {...row}>
        <th scope="row">{index + 1}</th>
        {columns.map((column, number) => {
          const name = nameOf(column);
          const { onBlur, ...field } = register(name);
          const cell = {
            ...field,
            // register() sets the value only in the browser. With the default, the row already has its height.
            defaultValue: textOf(column),
            size: "xs",
            "aria-label": `${column.label}, observation ${index + 1}`,
            "data-column": number,
            error: errors.some(({ field: wrong }) => wrong === name),
            autoComplete: "off",
            onBlur(event: FocusEvent) {
              if (column.type === "percents") percents.fill(event.relatedTarget);
              if (column.path === "source") setLeftSource(source);
              return onBlur(event);
            },
          };
          return (
            <td key={column.path} data-type={column.type} data-label={column.label}>
              {column.type === "prose" ? (
                <Textarea {...cell} rows={1} classNames={{ input: styles.prose ?? "" }} />
              ) : (
                <Input
                  {...cell}
                  {...(column.type === "date" ? { placeholder: "20 Mar 2027" } : {})}
                  {...(column.type === "line" || column.type === "date" ? {} : { inputMode: "decimal" as const })}
                />
              )}
            </td>
          );
        })}
        <td>
          <Group gap={0} wrap="nowrap">
            {handle}
            {tools.map(({ label, sign, onClick }) => (
              <ActionIcon
                key={label}
                variant="subtle"
                color="off"
                aria-label={`${label} observation ${index + 1}`}
                title={label}
                onClick={onClick}
              >
                <span aria-hidden="true">{sign}</span>
              </ActionIcon>
            ))}
          </Group>
        </td>
      </tr>
      <tr className={styles.remarks}>
        <td />
        <td colSpan={columns.length + 1}>
          {/* First, so that an error that appears when a field is left does not move what is being clicked. */}
          {percents.fractions !== undefined && (
            <Button size="compact-xs" variant="default" mr={8} onClick={percents.convert}>
              Change to {percents.fractions} %
            </Button>
          )}
          {source.trim() !== "" && source === leftSource && <SourceRecord name={source} />}
          {errors.length > 0 ? (
            <Box component="span" c="var(--bad)">
              {errors.map(({ message }) => message).join(" ")}
            </Box>
          ) : (
            dateInWords(observation.observedAt, "end of day")
          )}{" "}
          <Box component="span" c="var(--bad)">
            {percents.sumError}
          </Box>
        </td>
      </tr>
    </>
  );
}

function CopySign() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      <rect x="4.5" y="4.5" width="8" height="8" rx="1" />
      <path d="M2 9.5h-.5v-8h8V2" />
    </svg>
  );
}

/** Returns the errors of an observation's touched fields, or of all its fields after the form was submitted. */
function useRowErrors(index: number) {
  const { errors, touchedFields, isSubmitted } = useFormState<ComposeForm>();
  const { observedAt, fields = {} } = errors.observations?.[index] ?? {};
  const found: readonly (readonly [string, FieldError | undefined])[] = [
    ["observedAt.local", observedAt?.local],
    ...Object.entries(fields).map(([name, error]) => [`fields.${name}`, error] as const),
  ];
  return found.flatMap(([part, error]) => {
    const field = `observations.${index}.${part}`;
    const isShown = isSubmitted || get(touchedFields, field) !== undefined;
    return error !== undefined && isShown ? [{ field, message: visible(error.message ?? "") }] : [];
  });
}

/** Record of a source in a few words: "Source: 0.21 Brier, 34 questions". Empty while it loads, and if it cannot be read. */
function SourceRecord({ name }: { readonly name: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.outcomes.source.queryOptions({ name }, { retry: false, staleTime: 60_000 }));
  if (data === undefined) return null;
  const { questions, brier } = data;
  return (
    <Link href={routes.sources()} title={`Record of ${visible(name)}`} style={{ marginRight: 8 }}>
      Source: {brier !== null && `${brier.toFixed(2)} Brier, `}
      {questions === 0 ? "no scored questions" : countOf(questions, "question")}
    </Link>
  );
}
