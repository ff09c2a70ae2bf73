"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useFormContext, useWatch } from "react-hook-form";
import { LOWER_BOUNDS, NO_INTERVAL, UPPER_BOUNDS } from "#lib/compose/compose-form.ts";
import { optionIds } from "#lib/compose/option-ids.ts";
import type { ComposeValues } from "./compose-values.ts";
import styles from "./composer.module.css";

const words = (bound: string) => ({ value: bound, label: bound.replace("_", " ") });

/** Which values of the series mean which option. */
export function IntervalFields({ index }: { readonly index: number }) {
  const { register } = useFormContext<ComposeValues>();
  const options = useWatch<ComposeValues, "options">({ name: "options" });
  const ids = optionIds(options);
  return (
    <fieldset className={styles.fieldset}>
      <legend>Values that mean each option</legend>
      <span className={styles.hint}>
        Together they cover the line without overlap. An empty bound is none: the interval goes on without end.
      </span>
      {options.map(({ key }, place) => {
        const at = `observations.${index}.intervals.${key}` as const;
        const name = ids[place] || `option ${place + 1}`;
        return (
          <div key={key} className={styles.interval}>
            <span className={styles.intervalName}>{name}</span>
            <NativeSelect
              {...register(`${at}.lowerIs`, { value: NO_INTERVAL.lowerIs })}
              aria-label={`${name}: how its lower bound counts`}
              data={LOWER_BOUNDS.map(words)}
            />
            <TextInput
              {...register(`${at}.lower`, { value: "" })}
              aria-label={`${name}: lower bound`}
              placeholder="−∞"
              inputMode="decimal"
              autoComplete="off"
            />
            <NativeSelect
              {...register(`${at}.upperIs`, { value: NO_INTERVAL.upperIs })}
              aria-label={`${name}: how its upper bound counts`}
              data={UPPER_BOUNDS.map(words)}
            />
            <TextInput
              {...register(`${at}.upper`, { value: "" })}
              aria-label={`${name}: upper bound`}
              placeholder="∞"
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
        );
      })}
    </fieldset>
  );
}
