"use client";

import { SegmentedControl } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import type { Sample } from "./samples.ts";
import styles from "./section.module.css";

const KEY = "reference-language";
const CHANGED = "reference-language-changed";

/** Tabs with code samples. The selected language is stored in the browser. */
export function CodeTabs({ samples }: { readonly samples: readonly [Sample, ...Sample[]] }) {
  const [first] = samples;
  const chosen = useSyncExternalStore(listen, readChoice, () => null);
  const shown = samples.find(({ name }) => name === chosen)?.name ?? first.name;
  return (
    <div>
      <SegmentedControl
        size="xs"
        mb="xs"
        value={shown}
        onChange={choose}
        data={samples.map(({ name }) => name)}
        aria-label="Language"
      />
      {/* All tabs have the height of the tallest sample, so switching causes no layout shift. */}
      <div className={styles.stack}>
        {samples.map(({ name, text }) => (
          <div key={name} {...(name === shown ? {} : { "data-unseen": true, inert: true })}>
            <CodeBlock text={text} what={name} label={`Example call in ${name}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // The browser blocks storage for this site.
    return null;
  }
}

function choose(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    return;
  }
  window.dispatchEvent(new Event(CHANGED));
}

function listen(onChange: () => void): () => void {
  const events = [CHANGED, "storage"];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
