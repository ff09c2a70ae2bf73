import { Button, Group, Paper } from "@mantine/core";
import { NextStep } from "#components/ui/next-step.tsx";
import type { Queued } from "./queue-screen.tsx";
import { nameSelection } from "./selection.ts";

interface SelectionBarProps {
  readonly chosen: readonly Queued[];
  readonly onDecide: () => void;
  readonly onClear: () => void;
  /** URL of the queue filtered by this question; undefined if the queue is already filtered by it. */
  readonly question: string | undefined;
}

export function SelectionBar({ chosen, onDecide, onClear, question }: SelectionBarProps) {
  return (
    <Paper
      component="section"
      aria-label="Selected submissions"
      withBorder
      p="xs"
      mt="sm"
      pos="sticky"
      bottom={8}
      bg="var(--raised)"
    >
      <Group gap="sm">
        <span role="status">{nameSelection(chosen)} selected</span>
        <Button onClick={onDecide} title="a, c or x">
          Decide on selection
        </Button>
        {question !== undefined && <NextStep href={question} label="Show only this question" />}
        <Button variant="default" onClick={onClear}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  );
}
