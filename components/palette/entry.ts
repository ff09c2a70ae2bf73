import type { ReactNode } from "react";

/** A line of the palette. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly icon: ReactNode;
  /** The page that it leads to, or what it does. */
  readonly go?: string;
  readonly run?: () => void;
}

/** Whether each word that was typed begins a word of the entry. */
export function matchesEntry({ label, about }: Pick<Entry, "label" | "about">, query: string): boolean {
  const words = `${label} ${about}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((typed) => typed !== "")
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
