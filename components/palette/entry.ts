import type { ReactNode } from "react";

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly icon: ReactNode;
  /** URL of the page that it opens; otherwise it runs an action. */
  readonly go?: string;
  readonly run?: () => void;
}

/** Whether each typed word is a prefix of a word of the entry. */
export function matchesEntry({ label, about }: Pick<Entry, "label" | "about">, query: string): boolean {
  const words = `${label} ${about}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((typed) => typed !== "")
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
