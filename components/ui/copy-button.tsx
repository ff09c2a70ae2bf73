"use client";

import { useClipboard } from "@mantine/hooks";
import { TextButton } from "./text-button.tsx";

/** Copies a text; says that it has, or that the browser would not. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  return (
    <TextButton onClick={() => copy(text)}>
      <span aria-live="polite">
        {error !== null ? "Copying failed: select it" : copied ? "Copied" : `Copy ${what}`}
      </span>
    </TextButton>
  );
}
