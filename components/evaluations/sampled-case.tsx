import { Button, Checkbox, Group, Text } from "@mantine/core";
import { Content } from "#components/submissions/content.tsx";
import { FindingsList } from "#components/submissions/findings-list.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";

type Sampled = Outputs["evaluations"]["sample"][number];

interface SampledCaseProps {
  readonly shown: Sampled;
  /** Index in the sample, from 0. */
  readonly position: number;
  readonly of: number;
  readonly isRead: boolean;
  readonly onRead: (isRead: boolean) => void;
  readonly onMove: (step: 1 | -1) => void;
}

export function SampledCase({ shown, position, of, isRead, onRead, onMove }: SampledCaseProps) {
  const { line, set, question, outcome, optionOrder, request, options, findings } = shown;
  return (
    <section aria-label={`Case ${position + 1} of the sample`}>
      <Group justify="space-between" mb="sm">
        <Text fw={600}>
          Case {position + 1} of {of} · line {line} · {visible(set)} · {visible(question)} · outcome: {outcome}
          {optionOrder !== null && ` · order of options: ${optionOrder.join(" < ")}`}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={position === 0} onClick={() => onMove(-1)}>
            Previous case (k)
          </Button>
          <Button variant="default" disabled={position === of - 1} onClick={() => onMove(1)}>
            Next case (j)
          </Button>
        </Group>
      </Group>
      <Content request={request} options={options} findings={findings} />
      <FindingsList findings={findings} />
      <Checkbox
        mt="md"
        label="I have read this case (the key r marks it and opens the next case)"
        checked={isRead}
        onChange={({ currentTarget }) => onRead(currentTarget.checked)}
      />
    </section>
  );
}
