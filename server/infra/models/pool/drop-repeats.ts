import type { Dated, Ignored, Measurement } from "./reading.ts";

/**
 * One measurement an instant, oldest first. Of measurements that say the same of one instant the first in the input is kept;
 * where they contradict each other none is, for nothing here can tell which is right.
 */
export function dropRepeats(measurements: readonly Dated<Measurement>[]): {
  readonly kept: readonly Dated<Measurement>[];
  readonly ignored: readonly Ignored[];
} {
  const kept: Dated<Measurement>[] = [];
  const ignored: Ignored[] = [];
  for (const [first, ...others] of Map.groupBy(measurements, ({ age }) => age).values()) {
    if (first === undefined) continue;
    const contradicted = others.some(({ value, unit }) => value !== first.value || unit !== first.unit);
    const reason = contradicted
      ? "Another measurement of the series says otherwise of the same instant; neither is used."
      : `It repeats observation ${first.observation}.`;
    if (!contradicted) kept.push(first);
    for (const { observation } of contradicted ? [first, ...others] : others)
      ignored.push({ observation, type: "structured", reason });
  }
  return { kept: kept.sort((a, b) => b.age - a.age), ignored };
}
