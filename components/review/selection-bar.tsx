import { Button, Group, Paper } from "@mantine/core";
import { Link } from "#components/ui/link.tsx";
import { countOf } from "#lib/format.ts";
import type { useChosen } from "./use-chosen.ts";

interface SelectionBarProps {
  readonly selection: ReturnType<typeof useChosen>;
  /** Number of rows on the page that can be selected together. */
  readonly most: number;
  readonly onDecide: () => void;
  /** URL of the queue filtered by this question; undefined if it is already filtered. */
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
        <span role="status">
          {countOf(chosen.length, "submission")} of one {common} selected
        </span>
        <Button onClick={onDecide} title="a, c or x">
          Decide on {chosen.length === 1 ? "it" : "them together"}
        </Button>
        {chosen.length < most && (
          <Button variant="default" onClick={chooseAll}>
            Select all {most} that belong together on this page
          </Button>
        )}
        {question !== undefined && (
          <Button component={Link} href={question} variant="default">
            Show only this question
          </Button>
        )}
        <Button variant="default" onClick={chooseNone}>
          Clear the selection
        </Button>
      </Group>
    </Paper>
  );
}
