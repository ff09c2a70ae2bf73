import { Box, Text } from "@mantine/core";
import { Bar } from "#components/ui/bar.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Step } from "#lib/trace/step.ts";
import { describeStep, nameStep } from "./describe-step.ts";

interface StepsTableProps {
  readonly steps: readonly Step[];
  /** The options in the order of their columns. */
  readonly order: readonly string[];
  readonly labels: OptionLabels;
}

/** Shows the probabilities after each step from the observations to the answer, which is the last row. */
export function StepsTable({ steps, order, labels }: StepsTableProps) {
  const last = steps.at(-1);
  return (
    <DataTable
      label="Steps to the answer"
      rows={steps}
      keyOf={(_, index) => index}
      fold="named"
      columns={[
        {
          name: "Step",
          isName: true,
          isText: true,
          narrow: "whole line",
          show: (step) => <Name step={step} isLast={step === last} />,
        },
        { name: "Weight", isNumber: true, show: (step) => isSource(step) && formatPercent(step.weight) },
        ...order.map((option): Column<Step> => {
          const name = nameOption(option, labels);
          return {
            name,
            head: (
              <Text span fz="xs" w={BAR_WIDTH} lineClamp={2} dir="auto" title={name} style={{ whiteSpace: "normal" }}>
                {name}
              </Text>
            ),
            width: BAR_WIDTH,
            show: (step) => <Cell share={step.probabilities[option] ?? 0} isLast={step === last} />,
          };
        }),
      ]}
    />
  );
}

function isSource(step: Step) {
  return step.step === "source" || step.step === "other sources";
}

/** Width of an option's bars. It is the same in all columns, so that all bars of the table have one scale. */
const BAR_WIDTH = 104;

interface CellProps {
  readonly share: number;
  readonly isLast: boolean;
}

function Cell({ share, isLast }: CellProps) {
  return (
    <Box w={BAR_WIDTH} title={String(share)}>
      <Text span fw={isLast ? 600 : 400}>
        {formatPercent(share)}
      </Text>
      <Box h={8}>
        <Bar share={share} strong={isLast} />
      </Box>
    </Box>
  );
}

function Name({ step, isLast }: { readonly step: Step; readonly isLast: boolean }) {
  const about = describeStep(step);
  return (
    <>
      <Text span display="block" fw={isLast ? 600 : 500} lineClamp={2} dir="auto" title={nameStep(step)}>
        {nameStep(step)}
      </Text>
      <Text span display="block" c="dimmed" size="xs" fw={400}>
        {about}
        {step.step === "source" && (
          <>
            {" · "}
            <TimeText at={step.at} />
          </>
        )}
      </Text>
    </>
  );
}
