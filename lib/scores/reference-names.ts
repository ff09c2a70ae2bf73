/** References that are computed from the input of a case, with their names on screen. */
export const REFERENCES = {
  uniform: "uniform",
  last: "newest forecast",
  sourceMean: "mean of probabilities",
  sources: "mean in log space",
  sourceMedian: "median of sources",
  walk: "random walk",
  driftingWalk: "walk with drift",
  seasonalNaive: "seasonal naive",
} as const;
export type ReferenceName = keyof typeof REFERENCES;

/** References of sources, of the candidate, and of the second of two evaluations. */
export const OURS = "our forecasts";
export const RELEASE = "release";
export const FIRST = "first evaluation";

const REFERENCE_NAMES: Readonly<Record<string, string>> = {
  ...REFERENCES,
  baseRate: "base rate",
  lastCrowd: "last crowd",
};

/** Whether a file may not use the name for a reference of its own. */
export function isReserved(reference: string): boolean {
  return Object.hasOwn(REFERENCES, reference);
}

/**
 * Returns the name of a reference on screen. A reference from the file has the name that the file gives it; an addition
 * distinguishes it from a computed reference of the same name.
 */
export function nameReference(reference: string): string {
  if (Object.hasOwn(REFERENCE_NAMES, reference)) return REFERENCE_NAMES[reference] ?? reference;
  return Object.values(REFERENCE_NAMES).includes(reference) ? `${reference} (from the file)` : reference;
}

/** Returns the names of references, those of this file first. */
export function listReferences({ references }: { readonly references: object }): readonly string[] {
  const names = Object.keys(references);
  return [
    ...Object.keys(REFERENCE_NAMES).filter((name) => names.includes(name)),
    ...names.filter((name) => !Object.hasOwn(REFERENCE_NAMES, name)).sort(),
  ];
}
