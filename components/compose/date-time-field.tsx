"use client";

import { Button, Group, Input, NativeSelect, Text } from "@mantine/core";
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { tidyDate } from "#lib/compose/date-time-text.ts";
import { readDateTime } from "#lib/contract/date-time.ts";
import { formatInstant } from "#lib/format.ts";
import styles from "./composer.module.css";
import { RESERVED, useFieldError } from "./field.tsx";

export type DateName = "asOf" | "resolvesAt" | `observations.${number}.observedAt`;

interface DateTimeFieldProps {
  readonly name: DateName;
  readonly label: string;
  readonly description?: string;
  readonly offersNow?: boolean;
}

/** A date-time of the request, with the offset that the writer chooses. */
export function DateTimeField({ name, label, description, offersNow = false }: DateTimeFieldProps) {
  const { register, setValue, getValues } = useFormContext<ComposeForm>();
  const value = useWatch<ComposeForm, DateName>({ name });
  const error = useFieldError(`${name}.local`);
  const picker = useRef<HTMLInputElement>(null);
  const put = (date: typeof value) => setValue(name, date, { shouldDirty: true });
  const instant = value.local + value.offset;
  const local = register(`${name}.local`);

  return (
    <Input.Wrapper labelElement="div" label={label} description={description} error={error} {...RESERVED}>
      <div className={styles.date}>
        <Input
          {...local}
          aria-label={`${label}: day and time`}
          placeholder="2026-07-01 12:00"
          autoComplete="off"
          spellCheck={false}
          error={error !== undefined}
          onBlur={(event) => {
            put(tidyDate(getValues(name)));
            return local.onBlur(event);
          }}
        />
        <NativeSelect
          {...register(`${name}.offset`)}
          aria-label={`${label}: offset from UTC`}
          data={offsetChoices(value.offset)}
        />
      </div>
      <Group gap="xs" wrap="nowrap" pos="relative">
        <Button variant="subtle" size="compact-xs" mih={24} onClick={() => picker.current?.showPicker()}>
          Calendar
        </Button>
        {offersNow && (
          <Button
            variant="subtle"
            size="compact-xs"
            mih={24}
            onClick={() => put({ local: new Date().toISOString().slice(0, 19), offset: "Z" })}
          >
            Now
          </Button>
        )}
        <Text size="xs" c="dimmed" truncate>
          {readDateTime(instant).ok && inWords(instant)}
        </Text>
        <input
          ref={picker}
          type="date"
          className={styles.picker}
          value={value.local.slice(0, 10)}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            const time = /T(.+)$/.exec(value.local)?.[1] ?? "00:00:00";
            if (currentTarget.value !== "") put({ ...value, local: `${currentTarget.value}T${time}` });
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The day of the week, and the time in UTC if it was written in another zone. */
function inWords(instant: string): string {
  const day = WEEKDAYS[new Date(`${instant.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? "";
  return instant.endsWith("Z") ? day : `${day}, ${formatInstant(instant)} UTC`;
}

/** Every offset in use, from west to east. */
const OFFSETS = [
  ...["-12:00", "-11:00", "-10:00", "-09:30", "-09:00", "-08:00", "-07:00", "-06:00", "-05:00", "-04:00", "-03:30"],
  ...["-03:00", "-02:30", "-02:00", "-01:00", "+01:00", "+02:00", "+03:00", "+03:30", "+04:00", "+04:30", "+05:00"],
  ...["+05:30", "+05:45", "+06:00", "+06:30", "+07:00", "+08:00", "+09:00", "+09:30", "+10:00", "+10:30", "+11:00"],
  ...["+12:00", "+13:00", "+14:00"],
];

/** UTC, every offset in use, `chosen` whatever it is, and none. */
export function offsetChoices(chosen: string, none = "no offset") {
  const isKnown = chosen === "Z" || chosen === "" || OFFSETS.includes(chosen);
  const offsets = isKnown ? OFFSETS : [chosen, ...OFFSETS];
  return [
    { value: "Z", label: "UTC (Z)" },
    ...offsets.map((offset) => ({ value: offset, label: `UTC${offset.replace("-", "−")}` })),
    { value: "", label: none },
  ];
}
