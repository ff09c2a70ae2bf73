"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { usePermitted } from "#components/ui/permitted.tsx";
import { pagePermission } from "#lib/console/page-permission.ts";
import { countOf, visible } from "#lib/format.ts";
import { type Entry, matchesEntry } from "./entry.ts";
import type { PageGroup } from "./pages.tsx";
import styles from "./palette-dialog.module.css";
import { useActions } from "./use-actions.tsx";
import { useFound } from "./use-found.tsx";

const TYPING_MS = 150;

interface PaletteResultsProps {
  readonly groups: readonly PageGroup[];
  readonly query: string;
  /** Id of the option that the arrow keys have reached. */
  readonly selected: string | undefined;
  readonly onChoose: () => void;
}

/** Pages and actions are found by word prefix; questions, submissions and forecasts by words or by part of an id. */
export function PaletteResults({ groups, query, selected, onChoose }: PaletteResultsProps) {
  const router = useRouter();
  const [settled] = useDebouncedValue(query.trim(), TYPING_MS);
  const isPermitted = usePermitted();
  const actions = useActions().filter(({ go = "" }) => isPermitted(pagePermission(go)));
  const { entries: found, isSearching } = useFound(settled);

  const pages = groups
    .flatMap((group) => group.pages)
    .map(({ href, label, about, icon }): Entry => ({ id: href, label, about, icon, go: href }));
  const local = [
    { label: "Pages", entries: pages.filter((entry) => matchesEntry(entry, query)) },
    { label: "Actions", entries: actions.filter((entry) => matchesEntry(entry, query)) },
  ];
  // Search results for an earlier query are not shown for the current query.
  const shown = [...local, ...(settled === query.trim() ? found : [])].filter(({ entries }) => entries.length > 0);
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  const isBusy = isSearching || settled !== query.trim();

  function choose({ go, run }: Entry) {
    onChoose();
    if (go === undefined) run?.();
    else router.push(go);
  }

  return (
    <>
      {count > 0 && (
        <div role="listbox" aria-label="Results">
          {shown.map(({ label, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
            <div key={label} role="group" aria-label={label}>
              <div className={styles.group} aria-hidden="true">
                {label}
              </div>
              {entries.map((entry) => (
                <button
                  key={entry.id}
                  id={`palette-${entry.id}`}
                  className={styles.option}
                  type="button"
                  role="option"
                  aria-selected={selected === `palette-${entry.id}`}
                  tabIndex={-1}
                  onClick={() => choose(entry)}
                >
                  {entry.icon}
                  <span>
                    <span className="two-lines">{visible(entry.label)}</span>
                    <span className={styles.about}>{entry.about}</span>
                  </span>
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
      {count === 0 && <p>{isBusy ? "Searching …" : "No results. Try other words or another id."}</p>}
      <output className="visually-hidden">{isBusy ? "" : countOf(count, "result")}</output>
    </>
  );
}
