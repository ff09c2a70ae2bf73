"use client";

import { Button, Group, Input, NativeSelect, Text } from "@mantine/core";
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { dateInWords } from "#lib/compose/date-in-words.ts";
import { dateError, dateText, tidyDate } from "#lib/compose/date-time-text.ts";
import { UTC_OFFSETS } from "#lib/utc-offsets.ts";
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
  const withoutTime = name.startsWith("observations") ? "end of day" : "refused";
  const [day = "", time = "00:00"] = dateText(value, withoutTime).slice(0, 16).split("T");

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
          {error ?? dateInWords(value, withoutTime) ?? dateError(value, withoutTime)}
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

/** Returns the choices: UTC, `chosen` if it is unusual, all offsets in use, and no offset. */
function offsetChoices(chosen: string) {
  const isKnown = chosen === "Z" || chosen === "" || UTC_OFFSETS.includes(chosen);
  const offsets = isKnown ? UTC_OFFSETS : [chosen, ...UTC_OFFSETS];
  return [
    { value: "Z", label: "UTC (Z)" },
    ...offsets.map((offset) => ({ value: offset, label: `UTC${offset.replace("-", "−")}` })),
    { value: "", label: "no offset" },
  ];
}
