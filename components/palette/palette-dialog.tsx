"use client";

import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { lazily } from "#components/ui/lazily.tsx";
import type { PageGroup } from "./pages.tsx";
import styles from "./palette-dialog.module.css";

const PaletteResults = lazily(async () => (await import("./palette-results.tsx")).PaletteResults);
const RESULTS = "palette-results";

interface PaletteDialogProps {
  readonly groups: readonly PageGroup[];
  readonly onClose: () => void;
}

/**
 * Command palette. React renders the dialog before the browser handles the next key, and the native dialog takes the
 * focus at once: no key that follows the shortcut gets lost or acts on the page. The results load afterwards.
 */
export function PaletteDialog({ groups, onClose }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState<string>();
  useLayoutEffect(() => dialog.current?.showModal(), []);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const options = [...(dialog.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
    const at = options.findIndex(({ id }) => id === selected);
    if (event.key === "Enter") options[at]?.click();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = options[Math.min(options.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))];
      setSelected(next?.id);
      next?.scrollIntoView({ block: "nearest" });
    } else return;
    event.preventDefault();
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Search and actions" closedby="any" onClose={onClose}>
      <input
        className={styles.search}
        role="combobox"
        aria-label="Search the console"
        aria-expanded="true"
        aria-controls={RESULTS}
        aria-activedescendant={selected}
        autoComplete="off"
        placeholder="Search questions, submissions, forecasts, ids, pages and actions"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(undefined);
        }}
        onKeyDown={press}
      />
      <div id={RESULTS} className={styles.results}>
        <PaletteResults groups={groups} query={query} selected={selected} onChoose={() => dialog.current?.close()} />
      </div>
    </dialog>
  );
}
