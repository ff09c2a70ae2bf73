"use client";

import { Fieldset, NativeSelect, Text, TextInput } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import type { ObservationField } from "#lib/compose/observation-kinds.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import { LOWER_BOUNDS, UPPER_BOUNDS } from "#lib/compose/read-observation.ts";
import { formatCount } from "#lib/format.ts";
import styles from "./composer.module.css";

interface PerOptionProps {
  readonly index: number;
  readonly field: ObservationField;
}

/** The options as an observation's fields name them. */
function useOptionNames() {
  const options = useWatch<ComposeForm, "options">({ name: "options" });
  const ids = optionIds(options);
  return options.map(({ key }, index) => ({ key, name: ids[index] || `option ${index + 1}` }));
}

/** A number for each option: a probability, or a count. */
export function NumberFields({ index, field: { name, label, about, total } }: PerOptionProps) {
  const { register } = useFormContext<ComposeForm>();
  const options = useOptionNames();
  const at = `observations.${index}.fields` as const;
  const texts = useWatch<ComposeForm, typeof at>({ name: at });
  const sum = options.reduce((before, { key }) => before + Number(texts[`${name}/${key}`] ?? ""), 0);
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Text size="xs" c="dimmed" mb="xs">
        {about} {sumInWords(sum, total)}
      </Text>
      <div className={styles.numbers}>
        {options.map((option) => (
          <TextInput
            key={option.key}
            {...register(`${at}.${name}/${option.key}`)}
            label={option.name}
            inputMode="decimal"
            autoComplete="off"
          />
        ))}
      </div>
    </Fieldset>
  );
}

function sumInWords(sum: number, total: number | undefined): string {
  if (Number.isNaN(sum)) return "One of these is not a number.";
  if (total === undefined) return `${formatCount(sum)} in total.`;
  const shown = Number(sum.toFixed(4));
  return Math.abs(sum - total) <= 1e-3 ? `The sum is ${shown}.` : `The sum is ${shown}; it must be ${total}.`;
}

const ENDS = [
  { end: "lower", bounds: LOWER_BOUNDS, placeholder: "−∞" },
  { end: "upper", bounds: UPPER_BOUNDS, placeholder: "∞" },
] as const;

/** An interval of numbers for each option. */
export function IntervalFields({ index, field: { name, label, about } }: PerOptionProps) {
  const { register } = useFormContext<ComposeForm>();
  return (
    <Fieldset variant="unstyled" legend={label}>
      <Text size="xs" c="dimmed" mb="xs">
        {about}
      </Text>
      {useOptionNames().map((option) => (
        <div key={option.key} className={styles.interval}>
          <span>{option.name}</span>
          {ENDS.map(({ end, bounds, placeholder }) => {
            const at = `observations.${index}.fields.${name}/${option.key}/${end}` as const;
            return (
              <div key={end} className={styles.bound}>
                <NativeSelect
                  {...register(`${at}Is`, { value: bounds[0] })}
                  aria-label={`${option.name}: type of ${end} bound`}
                  data={bounds.map((bound) => ({ value: bound, label: bound.replace("_", " ") }))}
                />
                <TextInput
                  {...register(at, { value: "" })}
                  aria-label={`${option.name}: ${end} bound`}
                  placeholder={placeholder}
                  inputMode="decimal"
                  autoComplete="off"
                />
              </div>
            );
          })}
        </div>
      ))}
    </Fieldset>
  );
}
