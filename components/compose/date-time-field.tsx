"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useId, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { TextButton } from "#components/ui/text-button.tsx";
import { tidyDate } from "#lib/compose/tidy-date.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import { formatInstant } from "#lib/format.ts";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./date-time-field.module.css";
import { useIssue, useIssueBoard } from "./issue-board.ts";
import { IssueText } from "./issue-text.tsx";
import { offsetChoices } from "./offset-choices.ts";
import { fieldId } from "./use-field.tsx";

export type DateName = "asOf" | "resolvesAt" | `observations.${number}.observedAt`;

interface DateTimeFieldProps {
  readonly name: DateName;
  readonly label: string;
  readonly description?: string;
  /** Offers the present instant. */
  readonly offersNow?: boolean;
}

/** A date-time as it will stand in the request: its text, and the offset, which nothing chooses but the writer. */
export function DateTimeField({ name, label, description, offersNow = false }: DateTimeFieldProps) {
  const { register, setValue, getValues } = useFormContext<ComposeValues>();
  const value = useWatch<ComposeValues, DateName>({ name });
  const board = useIssueBoard();
  const issue = useIssue(name);
  const picker = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const faultId = useId();
  const put = (date: typeof value) => setValue(name, date, { shouldDirty: true });
  const instant = value.local + value.offset;
  const local = register(`${name}.local`);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that no grid can place.
    <div role="group" aria-labelledby={labelId} className={styles.field}>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      {description !== undefined && <span className={styles.description}>{description}</span>}
      <div className={styles.inputs}>
        <TextInput
          {...local}
          id={fieldId(name)}
          aria-label={`${label}: day and time`}
          aria-describedby={issue === undefined ? undefined : faultId}
          placeholder="2026-07-01 12:00"
          autoComplete="off"
          spellCheck={false}
          error={issue !== undefined}
          onBlur={(event) => {
            put(tidyDate(getValues(name)));
            board.leave(name);
            return local.onBlur(event);
          }}
        />
        <NativeSelect
          {...register(`${name}.offset`)}
          aria-label={`${label}: offset from UTC`}
          data={offsetChoices(value.offset)}
        />
        <span className={styles.tools}>
          <TextButton onClick={() => picker.current?.showPicker()}>Calendar</TextButton>
          {offersNow && (
            <TextButton onClick={() => put({ local: new Date().toISOString().slice(0, 19), offset: "Z" })}>
              Now
            </TextButton>
          )}
          {/* In a row that is always there: nothing moves while a date is written. */}
          <span className={styles.meaning}>{readDateTime(instant).ok && meaning(instant)}</span>
          <input
            ref={picker}
            type="date"
            className={styles.picker}
            tabIndex={-1}
            aria-hidden="true"
            onChange={({ currentTarget }) => {
              const time = /T(.+)$/.exec(value.local)?.[1] ?? "00:00:00";
              if (currentTarget.value !== "") put({ ...value, local: `${currentTarget.value}T${time}` });
            }}
          />
        </span>
      </div>
      {issue !== undefined && (
        <span id={faultId} className={styles.fault}>
          <IssueText issue={issue} />
        </span>
      )}
    </div>
  );
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The day of the week, and the instant in UTC where it was written in another zone. */
function meaning(instant: string): string {
  const day = WEEKDAYS[new Date(`${instant.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? "";
  return instant.endsWith("Z") ? day : `${day}, ${formatInstant(instant)} UTC`;
}
