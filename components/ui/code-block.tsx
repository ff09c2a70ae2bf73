import { Box, Group } from "@mantine/core";
import { splitRuns } from "#lib/text/text-runs.ts";
import { CopyButton } from "./copy-button.tsx";
import { showRuns } from "./foreign-text.tsx";

interface CodeBlockProps {
  readonly text: string;
  /** Noun after "Copy" in the button label: "JSON". */
  readonly what: string;
  readonly label: string;
  readonly wrap?: boolean;
}

export function CodeBlock({ text, what, label, wrap = false }: CodeBlockProps) {
  return (
    <Box bg="var(--sunken)">
      <Group justify="end" px="sm" pt={4}>
        <CopyButton text={text} what={what} />
      </Group>
      {/* Scrollable content must be reachable by keyboard. */}
      <Box
        component="section"
        tabIndex={0}
        aria-label={label}
        mah={480}
        px={14}
        pb={14}
        fz="xs"
        style={{ overflow: "auto" }}
      >
        <pre style={{ margin: 0, ...(wrap && { whiteSpace: "pre-wrap" }) }}>{showRuns(splitRuns(text))}</pre>
      </Box>
    </Box>
  );
}
