"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { openDialog } from "#components/ui/open-dialog.ts";

export type Keys = Readonly<Record<string, () => void>>;

const STORED = "review-keys";
const CHANGED = "review-keys-changed";

/**
 * Single-key shortcuts. They are ignored while the reader types or a dialog is open. Readers can turn them off in this
 * browser, because dictation software may trigger them; `?` then still works.
 */
export function useKeys(keys: Keys) {
  const on = useSyncExternalStore(listen, isOn, () => true);
  const latest = useRef({ keys, on });
  useEffect(() => {
    latest.current = { keys, on };
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (openDialog() !== null) return;
      if (!latest.current.on && event.key !== "?") return;
      const act = latest.current.keys[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return { on, setOn };
}

function isOn(): boolean {
  return localStorage.getItem(STORED) !== "off";
}

function setOn(on: boolean): void {
  localStorage.setItem(STORED, on ? "on" : "off");
  window.dispatchEvent(new Event(CHANGED));
}

/** Subscribes to changes of the setting. `storage` events come only from other tabs, so this tab has its own event. */
function listen(changed: () => void): () => void {
  for (const event of [CHANGED, "storage"]) window.addEventListener(event, changed);
  return () => {
    for (const event of [CHANGED, "storage"]) window.removeEventListener(event, changed);
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
}
