import { createContext, useContext, useSyncExternalStore } from "react";
import type { ComposeForm } from "#lib/compose/compose-form.ts";
import { fieldsOf } from "#lib/compose/field-of.ts";
import type { Issue } from "#lib/contract/issue.ts";
import { afterPress } from "./after-press.ts";

/**
 * What is wrong at which field. Beside React's state, so that a field is drawn anew only when its own violation
 * changes. A field speaks up once it was left, or once everything is asked for.
 */
export interface IssueBoard {
  put(issues: readonly Issue[], form: Pick<ComposeForm, "options">): void;
  read(field: string): Issue | undefined;
  leave(field: string): void;
  showAll(): void;
  subscribe(listener: () => void): () => void;
}

export function createIssueBoard(): IssueBoard {
  const listeners = new Set<() => void>();
  const left = new Set<string>();
  let all = false;
  let byField = new Map<string, Issue>();
  /** What a reading can differ by changes together with the telling, and not while the pointer is down. */
  const change = (make: () => void) =>
    afterPress(() => {
      make();
      for (const listener of listeners) listener();
    });
  return {
    put: (issues, form) =>
      change(() => {
        const before = byField;
        byField = new Map();
        for (const issue of issues) {
          for (const field of fieldsOf(issue.path, form)) {
            if (byField.has(field)) continue;
            const known = before.get(field);
            // The same object as before where nothing changed: nothing is drawn anew.
            byField.set(field, known?.message === issue.message && known.code === issue.code ? known : issue);
          }
        }
      }),
    read: (field) => (all || left.has(field) ? byField.get(field) : undefined),
    leave: (field) => change(() => left.add(field)),
    showAll: () =>
      change(() => {
        all = true;
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const BoardContext = createContext<IssueBoard>(createIssueBoard());

export const IssueBoardProvider = BoardContext.Provider;

export const useIssueBoard = () => useContext(BoardContext);

/** What is wrong at a field and to be shown there. */
export function useIssue(field: string): Issue | undefined {
  const board = useIssueBoard();
  return useSyncExternalStore(
    board.subscribe,
    () => board.read(field),
    () => undefined,
  );
}
