/** References that are computed from the input of a case. */
export const REFERENCES = ["uniform", "last", "sources", "walk"] as const;
export type ReferenceName = (typeof REFERENCES)[number];

/** References of sources, of the candidate, and of the second of two evaluations. */
export const OURS = "our forecasts";
export const RELEASE = "release";
export const FIRST = "first evaluation";

const REFERENCE_NAMES: Readonly<Record<string, string>> = {
  uniform: "uniform",
  baseRate: "base rate",
  lastCrowd: "last crowd",
  last: "last forecast",
  sources: "mean of sources",
  walk: "random walk",
};

/** Whether a file may not use the name for a reference of its own. */
export function isReserved(reference: string): boolean {
  return REFERENCES.some((name) => name === reference);
}

/** Returns the name of a reference on screen. A reference from the file has the name that the file gives it. */
export function nameReference(reference: string): string {
  return Object.hasOwn(REFERENCE_NAMES, reference) ? (REFERENCE_NAMES[reference] ?? reference) : reference;
}

/** Returns the names of references, those of this file first. */
export function listReferences({ references }: { readonly references: object }): readonly string[] {
  const names = Object.keys(references);
  return [
    ...Object.keys(REFERENCE_NAMES).filter((name) => names.includes(name)),
    ...names.filter((name) => !Object.hasOwn(REFERENCE_NAMES, name)).sort(),
  ];
}
