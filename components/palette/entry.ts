import type { ReactNode } from "react";
import { comparable } from "#lib/text/comparable.ts";

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly icon: ReactNode;
  /** URL to open. */
  readonly go: string;
}

/** Whether each word of the query is a prefix of a word in the entry's label or description. Ignores case. */
export function matchesEntry({ label, about }: Pick<Entry, "label" | "about">, query: string): boolean {
  const words = comparable(`${label} ${about}`.toLowerCase()).split(/[^\p{L}\p{N}]+/u);
  return comparable(query.toLowerCase())
    .split(/\s+/)
    .filter((typed) => typed !== "")
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
