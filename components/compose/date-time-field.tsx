"use client";

import { Button, Group, Input, NativeSelect, Text } from "@mantine/core";
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { dateInWords } from "#lib/compose/date-in-words.ts";
import { dateText, tidyDate } from "#lib/compose/date-time-text.ts";
import styles from "./composer.module.css";
import { useFieldError } from "./field.tsx";

export type DateName = "asOf" | "resolvesAt" | `observations.${number}.observedAt`;

interface DateTimeFieldProps {
  readonly name: DateName;
  readonly label: string;
  readonly description?: string;
  readonly offersNow?: boolean;
}

const DATE_EXAMPLE = "20 March 2027 12:00";

const SMALL = { variant: "subtle", size: "compact-xs", mih: 24, px: 0, flex: "none" };

/** Date-time field of the request: free-form text and a UTC offset. The parsed date is shown below the field. */
export function DateTimeField({ name, label, description, offersNow = false }: DateTimeFieldProps) {
  const { register, setValue, getValues } = useFormContext<ComposeForm>();
  const value = useWatch<ComposeForm, DateName>({ name });
  const error = useFieldError(`${name}.local`);
  const picker = useRef<HTMLInputElement>(null);
  const put = (date: typeof value) => setValue(name, date, { shouldDirty: true });
  const local = register(`${name}.local`);
  const [day = "", time = "00:00"] = dateText(value).slice(0, 16).split("T");

  return (
    <Input.Wrapper labelElement="div" label={label} description={description}>
      <div className={styles.date}>
        <Input
          {...local}
          aria-label={`${label}: date and time`}
          aria-describedby={`${name}-read`}
          placeholder={DATE_EXAMPLE}
          autoComplete="off"
          spellCheck={false}
          error={error !== undefined}
          onBlur={(event) => {
            const written = getValues(name);
            const tidied = tidyDate(written);
            if (tidied.offset !== written.offset) put(tidied);
            return local.onBlur(event);
          }}
        />
        <NativeSelect
          {...register(`${name}.offset`)}
          aria-label={`${label}: offset from UTC`}
          data={offsetChoices(value.offset)}
        />
      </div>
      <Group gap={12} wrap="nowrap" pos="relative">
        <Button {...SMALL} onClick={() => picker.current?.showPicker()}>
          Calendar
        </Button>
        {offersNow && (
          <Button
            {...SMALL}
            onClick={() => put({ local: new Date().toISOString().slice(0, 19).replace("T", " "), offset: "Z" })}
          >
            Now
          </Button>
        )}
        <Text id={`${name}-read`} size="xs" c={error === undefined ? "dimmed" : "var(--bad)"} lineClamp={2}>
          {error ?? dateInWords(value)}
        </Text>
        <input
          ref={picker}
          type="date"
          className={styles.picker}
          value={/^\d{4}-\d{2}-\d{2}$/.test(day) ? day : ""}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== "") put({ ...value, local: `${currentTarget.value} ${time}` });
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}

/** All offsets from UTC in use, from west to east. */
const OFFSETS = [
  ...["-12:00", "-11:00", "-10:00", "-09:30", "-09:00", "-08:00", "-07:00", "-06:00", "-05:00", "-04:00", "-03:30"],
  ...["-03:00", "-02:30", "-02:00", "-01:00", "+01:00", "+02:00", "+03:00", "+03:30", "+04:00", "+04:30", "+05:00"],
  ...["+05:30", "+05:45", "+06:00", "+06:30", "+07:00", "+08:00", "+09:00", "+09:30", "+10:00", "+10:30", "+11:00"],
  ...["+12:00", "+13:00", "+14:00"],
];

/** Returns the choices: UTC, `chosen` if it is unusual, all offsets in use, and an empty offset labelled `none`. */
export function offsetChoices(chosen: string, none = "no offset") {
  const isKnown = chosen === "Z" || chosen === "" || OFFSETS.includes(chosen);
  const offsets = isKnown ? OFFSETS : [chosen, ...OFFSETS];
  return [
    { value: "Z", label: "UTC (Z)" },
    ...offsets.map((offset) => ({ value: offset, label: `UTC${offset.replace("-", "−")}` })),
    { value: "", label: none },
  ];
}
