"use client";

import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => copy(text)}>
      <span aria-live="polite">
        {error !== null ? "Copying failed. Select the text and copy it." : copied ? "Copied" : `Copy ${what}`}
      </span>
    </Button>
  );
}
