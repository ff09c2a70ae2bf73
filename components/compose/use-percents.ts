import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { percentsOf } from "#lib/compose/observation-columns.ts";
import { areFractions, fractionToPercent, remainder, sumOf } from "#lib/compose/percent-text.ts";
import { focusField } from "./field.tsx";

interface Percent {
  readonly path: string;
  readonly text: string;
}

/** The percentages of an observation: fills the last one, and offers to convert fractions that were typed instead. */
export function usePercents(index: number) {
  const { setValue } = useFormContext<ComposeForm>();
  const observation = useWatch<ComposeForm, `observations.${number}`>({ name: `observations.${index}` });
  const options = useWatch<ComposeForm, "options">({ name: "options" });
  const [filled, setFilled] = useState<Percent>();
  const percents = percentsOf(observation, options) ?? [];
  const isOpen = ({ path, text }: Percent) => text.trim() === "" || (filled?.path === path && filled.text === text);
  const typed = percents.filter((percent) => !isOpen(percent));
  const isFractions = areFractions(typed.map(({ text }) => text));

  const nameOf = (path: string) => `observations.${index}.fields.${path}` as const;

  function set({ path, text }: Percent) {
    setValue(nameOf(path), text, { shouldDirty: true });
  }

  /** Fills the only open percentage with the remainder to 100. A filled percentage stays open until it is edited. */
  function fillFrom(typed: readonly Percent[]) {
    const [last, ...others] = percents.filter(isOpen);
    if (last === undefined || others.length > 0 || percents.length < 2) return;
    const text = remainder(typed.map(({ text }) => text));
    if (text === undefined || text === last.text) return;
    setFilled({ path: last.path, text });
    set({ path: last.path, text });
  }

  const converted = typed.map(({ path, text }) => ({ path, text: fractionToPercent(text) ?? text }));
  return {
    /** Called when a cell is left for `next`. Does not fill the cell in which the writer is about to type. */
    fill(next: EventTarget | null) {
      const isNext = ({ path }: Percent) => next instanceof HTMLInputElement && next.name === nameOf(path);
      if (!isFractions && !percents.some((percent) => isOpen(percent) && isNext(percent))) fillFrom(typed);
    },
    /** The typed fractions as percentages, for example "44, 20, 21". Undefined if percentages were typed. */
    fractions: isFractions ? converted.map(({ text }) => text).join(", ") : undefined,
    convert() {
      for (const percent of converted) set(percent);
      fillFrom(converted);
      focusField(nameOf(converted[0]?.path ?? ""));
    },
    sumError: isFractions || percents.some(({ text }) => text.trim() === "") ? undefined : sumError(percents),
  };
}

function sumError(percents: readonly Percent[]): string | undefined {
  if (percents.length === 0) return undefined;
  const sum = sumOf(percents.map(({ text }) => text));
  if (Number.isNaN(sum)) return "Every percentage must be a number.";
  if (Math.abs(sum - 100) <= 0.1) return undefined;
  return `The percentages add up to ${Number(sum.toFixed(2))} %. They must add up to 100 %.`;
}
