/** References that are computed from the input of a case. */
export const REFERENCES = ["uniform", "last", "sources", "walk"] as const;
export type ReferenceName = (typeof REFERENCES)[number];

export const REFERENCE_NAMES: Readonly<Record<ReferenceName, string>> = {
  uniform: "uniform",
  last: "last forecast",
  sources: "mean of sources",
  walk: "random walk",
};

/** Returns the name of a reference on screen. A reference from the file has the name that the file gives it. */
export function nameReference(reference: string): string {
  return Object.hasOwn(REFERENCE_NAMES, reference) ? REFERENCE_NAMES[reference as ReferenceName] : reference;
}

/** Returns the names of the references in a summary, the computed ones first. */
export function listReferences({ references }: { readonly references: object }): readonly string[] {
  const computed: readonly string[] = REFERENCES;
  const names = Object.keys(references);
  return [
    ...computed.filter((name) => names.includes(name)),
    ...names.filter((name) => !computed.includes(name)).sort(),
  ];
}
