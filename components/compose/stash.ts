import { v7 as uuid } from "uuid";
import type { Unsaved } from "./draft-keeper.ts";

/**
 * Unsaved draft text in the browser's local storage. Each draft and tab has its own entry, so tabs do not overwrite each
 * other's text. An entry exists only while the tab has unsaved text.
 */
export interface Stashed extends Unsaved {
  readonly draftId: string;
  readonly tabId: string;
  /** The author. Other members who use this browser do not see the text. */
  readonly memberId: string;
  /** ISO 8601. */
  readonly at: string;
}

const PREFIX = "draft:";
const TAB = "tab-id";

/** Returns this tab's ID, which survives a reload. */
export function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const made = Math.random().toString(36).slice(2);
  sessionStorage.setItem(TAB, made);
  return made;
}

const keyOf = ({ draftId, tabId: tab }: Pick<Stashed, "draftId" | "tabId">) => `${PREFIX}${draftId}:${tab}`;

/** Returns false if the browser's storage is full or blocked. */
export function stash(entry: Stashed): boolean {
  try {
    localStorage.setItem(keyOf(entry), JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

export function dropStashed(entry: Pick<Stashed, "draftId" | "tabId">): void {
  localStorage.removeItem(keyOf(entry));
}

/** Moves unsaved text to a new draft; returns the ID of the new draft. */
export function moveToNewDraft(entry: Stashed): string {
  const draftId = uuid();
  stash({ ...entry, draftId, tabId: tabId(), replaces: [null] });
  dropStashed(entry);
  return draftId;
}

/** Returns a member's unsaved texts, newest first. */
export function readStashed(memberId: string): Stashed[] {
  const entries = Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [readEntry(key)] : []));
  return entries
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.memberId === memberId)
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

function readEntry(key: string): Stashed | undefined {
  try {
    const entry: Stashed = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof entry?.content === "string" && Array.isArray(entry.replaces) && keyOf(entry) === key
      ? entry
      : undefined;
  } catch {
    return undefined;
  }
}
