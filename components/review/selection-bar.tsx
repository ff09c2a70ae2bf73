import { Button, Group, Paper } from "@mantine/core";
import { NextStep } from "#components/ui/next-step.tsx";
import { nameSelection } from "./name-selection.ts";
import type { useChosen } from "./use-chosen.ts";

interface SelectionBarProps {
  readonly selection: ReturnType<typeof useChosen>;
  /** Number of rows on the page that can be selected together. */
  readonly most: number;
  readonly onDecide: () => void;
  /** URL of the queue filtered by this question; undefined if the queue is already filtered by it. */
  readonly question: string | undefined;
}

export function SelectionBar({ selection, most, onDecide, question }: SelectionBarProps) {
  const { chosen, common, chooseAll, chooseNone } = selection;
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
        {chosen.length < most && (
          <Button variant="default" onClick={chooseAll}>
            Select all {most} of the same {common} on this page
          </Button>
        )}
        {question !== undefined && <NextStep href={question} label="Show only this question" />}
        <Button variant="default" onClick={chooseNone}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  );
}
