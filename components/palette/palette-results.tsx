"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { countOf, visible } from "#lib/format.ts";
import { type Entry, matchesEntry } from "./entry.ts";
import type { PageGroup } from "./pages.tsx";
import styles from "./palette-dialog.module.css";
import { useFound } from "./use-found.tsx";

const TYPING_MS = 150;

interface PaletteResultsProps {
  readonly groups: readonly PageGroup[];
  readonly query: string;
  /** Index of the option that Enter opens. */
  readonly selected: number;
  /** Whether Enter was pressed before there was a result. */
  readonly isAwaited: boolean;
  readonly onChoose: () => void;
}

/** Pages are found by word prefix; questions, submissions and forecasts by words or by part of an id. */
export function PaletteResults({ groups, query, selected, isAwaited, onChoose }: PaletteResultsProps) {
  const router = useRouter();
  const [settled] = useDebouncedValue(query.trim(), TYPING_MS);
  const { entries: found, isSearching } = useFound(settled);

  const pages = groups
    .flatMap((group) => group.pages)
    .map(({ href, label, about, icon }): Entry => ({ id: href, label, about, icon, go: href }));
  const local = [{ label: "Pages", entries: pages.filter((entry) => matchesEntry(entry, query)) }];
  // Search results for an earlier query are not shown for the current query.
  const shown = [...local, ...(settled === query.trim() ? found : [])].filter(({ entries }) => entries.length > 0);
  const all = shown.flatMap(({ entries }) => entries);
  const isBusy = isSearching || settled !== query.trim();

  function choose({ go }: Entry) {
    onChoose();
    router.push(go);
  }

  const openFirst = useEffectEvent(() => {
    if (isAwaited && all[0] !== undefined) choose(all[0]);
  });
  const first = all[0]?.go;
  useEffect(() => {
    if (first !== undefined) openFirst();
  }, [first]);

  return (
    <>
      {all.length > 0 && (
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
                  id={`palette-${all.indexOf(entry)}`}
                  className={styles.option}
                  type="button"
                  role="option"
                  aria-selected={entry === all[selected]}
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
      {all.length === 0 && <p>{isBusy ? "Searching …" : "No results. Try other words or another id."}</p>}
      <output className="visually-hidden">{isBusy ? "" : countOf(all.length, "result")}</output>
    </>
  );
}
