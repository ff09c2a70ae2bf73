import type { ImportTarget } from "#lib/files/file-content.ts";

type Fields = readonly (string | undefined)[];

/** Names of fields contain keys of a draft's options, so fields are stored by position and told apart by label. */
const keyOf = (header: readonly string[], { fields }: ImportTarget) =>
  `import:${JSON.stringify([fields.map(({ label }) => label), header])}`;

/** Stores the chosen field of each column in this browser, for other files with the same columns. */
export function rememberFields(header: readonly string[], target: ImportTarget, fields: Fields): void {
  const positions = fields.map((field) => target.fields.findIndex(({ name }) => name === field));
  try {
    localStorage.setItem(keyOf(header, target), JSON.stringify(positions));
  } catch {
    // The storage is full: the next file gets the guessed fields.
  }
}

export function recallFields(header: readonly string[], target: ImportTarget): Fields | undefined {
  const positions: number[] | null = JSON.parse(localStorage.getItem(keyOf(header, target)) ?? "null");
  return positions?.map((position) => target.fields[position]?.name);
}
