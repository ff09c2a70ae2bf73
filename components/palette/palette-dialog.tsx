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
  const [selected, setSelected] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const options = [...(dialog.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      options[selected]?.click();
      setAwaited(options.length === 0 && query.trim() !== "");
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = Math.max(0, Math.min(options.length - 1, selected + (event.key === "ArrowDown" ? 1 : -1)));
      setSelected(next);
      options[next]?.scrollIntoView({ block: "nearest" });
    } else return;
    event.preventDefault();
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Search" closedby="any" onClose={onClose}>
      <input
        className={styles.search}
        role="combobox"
        aria-label="Search the console"
        aria-expanded="true"
        aria-controls={RESULTS}
        aria-activedescendant={`palette-${selected}`}
        autoComplete="off"
        placeholder="Search questions, submissions, forecasts, ids and pages"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(0);
          setAwaited(false);
        }}
        onKeyDown={press}
      />
      <div id={RESULTS} className={styles.results}>
        <PaletteResults
          groups={groups}
          query={query}
          selected={selected}
          isAwaited={isAwaited}
          onChoose={() => dialog.current?.close()}
        />
      </div>
    </dialog>
  );
}
