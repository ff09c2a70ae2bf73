"use client";

import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import {
  createSpotlight,
  SpotlightAction,
  SpotlightActionsGroup,
  SpotlightActionsList,
  SpotlightEmpty,
  SpotlightRoot,
  SpotlightSearch,
} from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { Scroller } from "#components/ui/scroller.tsx";
import { countOf, visible } from "#lib/format.ts";
import { type Entry, matchesEntry } from "./entry.ts";
import type { PageGroup } from "./pages.tsx";
import { useActions } from "./use-actions.tsx";
import { useFound } from "./use-found.tsx";

const [store, spotlight] = createSpotlight();
/** Clamps a label to two lines, because a question can be a page long. */
const LABEL = { display: "-webkit-box", overflow: "hidden", WebkitBoxOrient: "vertical", WebkitLineClamp: 2 } as const;
/** Hides the dialog's title visually; screen readers still read it. */
const UNSEEN = { position: "absolute", width: 1, height: 1, minHeight: 0, overflow: "hidden", padding: 0 } as const;
const TYPING_MS = 150;

interface PaletteProps {
  readonly groups: readonly PageGroup[];
  readonly opened: number;
}

/**
 * Command palette. Pages and actions are found by word prefix; questions, submissions and forecasts by words or by part
 * of an id. Opens each time that `opened` increases.
 */
export function Palette({ groups, opened }: PaletteProps) {
  const router = useRouter();
  const [query, setQuery] = useState("");
  const [settled] = useDebouncedValue(query.trim(), TYPING_MS);
  const actions = useActions();
  const { entries: found, isSearching } = useFound(settled);
  useEffect(() => {
    if (opened > 0) spotlight.open();
  }, [opened]);

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

  return (
    <SpotlightRoot
      store={store}
      shortcut={null}
      title="Search and actions"
      styles={{ header: UNSEEN, actionLabel: LABEL, actionDescription: { color: "inherit", opacity: 1 } }}
      transitionProps={{ duration: 0 }}
      query={query}
      onQueryChange={setQuery}
    >
      <SpotlightSearch
        placeholder="Search questions, submissions, forecasts, ids, pages and actions"
        aria-label="Search the console"
        leftSection={<Icon of={IconSearch} />}
      />
      <Scroller label="Results" maxHeight={440}>
        <SpotlightActionsList>
          {shown.map(({ label, entries }) => (
            <SpotlightActionsGroup key={label} label={label}>
              {entries.map((entry) => (
                <SpotlightAction
                  key={entry.id}
                  label={visible(entry.label)}
                  description={entry.about}
                  leftSection={entry.icon}
                  onClick={() => (entry.go === undefined ? entry.run?.() : router.push(entry.go))}
                />
              ))}
            </SpotlightActionsGroup>
          ))}
          {count === 0 && (
            <SpotlightEmpty>{isBusy ? "Searching …" : "No results. Try other words or another id."}</SpotlightEmpty>
          )}
        </SpotlightActionsList>
      </Scroller>
      <output className="visually-hidden">{isBusy ? "" : countOf(count, "result")}</output>
    </SpotlightRoot>
  );
}
