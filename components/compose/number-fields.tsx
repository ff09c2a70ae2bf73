"use client";

import { TextInput } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import { optionIds } from "#lib/compose/option-ids.ts";
import { formatCount } from "#lib/format.ts";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";

interface NumberFieldsProps {
  readonly index: number;
  readonly kind: "forecast" | "counts";
}

const WORDS = {
  forecast: { legend: "Probabilities", hint: "From 0 to 1 for every option." },
  counts: { legend: "Past cases", hint: "How many ended so, 0 where none did." },
} as const;

/** A number for every option: a probability, or a count. */
export function NumberFields({ index, kind }: NumberFieldsProps) {
  const { register } = useFormContext<ComposeValues>();
  const options = useWatch<ComposeValues, "options">({ name: "options" });
  const numbers = useWatch<ComposeValues, `observations.${number}.numbers`>({ name: `observations.${index}.numbers` });
  const ids = optionIds(options);
  const sum = options.reduce((total, { key }) => total + Number(numbers[key] ?? ""), 0);
  return (
    <fieldset className={styles.fieldset}>
      <legend>{WORDS[kind].legend}</legend>
      <span className={styles.hint}>
        {WORDS[kind].hint} {sumWords(kind, sum)}
      </span>
      <div className={styles.numbers}>
        {options.map(({ key }, place) => (
          <TextInput
            key={key}
            {...register(`observations.${index}.numbers.${key}`)}
            label={ids[place] || `option ${place + 1}`}
            inputMode="decimal"
            autoComplete="off"
          />
        ))}
      </div>
    </fieldset>
  );
}

function sumWords(kind: NumberFieldsProps["kind"], sum: number): string {
  if (Number.isNaN(sum)) return "Something here is not a number.";
  if (kind === "counts") return `${formatCount(sum)} in all.`;
  const shown = Number(sum.toFixed(4));
  return Math.abs(sum - 1) <= 1e-3 ? `They sum to ${shown}.` : `They sum to ${shown}, and must sum to 1.`;
}
