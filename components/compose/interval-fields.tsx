"use client";

import { Fieldset, NativeSelect, Text, TextInput } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import type { ObservationField } from "#lib/compose/observation-kinds.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { LOWER_BOUNDS, UPPER_BOUNDS } from "#lib/compose/read-observation.ts";
import { visible } from "#lib/format.ts";
import styles from "./interval-fields.module.css";

const ENDS = [
  { end: "lower", bounds: LOWER_BOUNDS, placeholder: "−∞" },
  { end: "upper", bounds: UPPER_BOUNDS, placeholder: "∞" },
] as const;

interface IntervalFieldsProps {
  readonly index: number;
  readonly field: ObservationField;
}

export function IntervalFields({ index, field: { name, label, about } }: IntervalFieldsProps) {
  const { register } = useFormContext<ComposeForm>();
  const options = useWatch<ComposeForm, "options">({ name: "options" });
  const ids = optionIds(options);
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Text size="xs" c="dimmed" mb="xs">
        {about}
      </Text>
      {options.map(({ key, description }, position) => {
        const option = visible(description.trim()) || ids[position] || `Option ${position + 1}`;
        return (
          <div key={key} className={styles.interval}>
            <span>{option}</span>
            {ENDS.map(({ end, bounds, placeholder }) => {
              const at = `observations.${index}.fields.${name}/${key}/${end}` as const;
              return (
                <div key={end} className={styles.bound}>
                  <NativeSelect
                    {...register(`${at}Is`, { value: bounds[0] })}
                    aria-label={`${option}: type of ${end} bound`}
                    data={bounds.map((bound) => ({ value: bound, label: bound.replace("_", " ") }))}
                  />
                  <TextInput
                    {...register(at, { value: "" })}
                    aria-label={`${option}: ${end} bound`}
                    placeholder={placeholder}
                    inputMode="decimal"
                    autoComplete="off"
                  />
                </div>
              );
            })}
          </div>
        );
      })}
    </Fieldset>
  );
}
