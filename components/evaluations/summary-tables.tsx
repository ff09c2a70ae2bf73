import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { REFERENCE_NAMES, REFERENCES, type ReferenceName } from "#lib/evaluation/score-answers.ts";
import { formatCount, formatScore, visible } from "#lib/format.ts";

type Summary = Outputs["evaluations"]["report"]["sets"][number];

interface Figure {
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number } | undefined;
}

interface SummaryTablesProps {
  /** Header of the first column, such as "Set". */
  readonly head: string;
  readonly summaries: readonly Summary[];
}

/** Tables of scores with intervals, and of differences in log score from the references, paired by case. */
export function SummaryTables({ head, summaries }: SummaryTablesProps) {
  const names = REFERENCES.filter((name) => summaries.some(({ references }) => references[name] !== undefined));
  const name: Column<Summary> = { name: head, isName: true, show: (row) => visible(row.name) };
  return (
    <>
      <DataTable
        label={`Scores by ${head.toLowerCase()}`}
        rows={summaries}
        keyOf={(row) => row.name}
        columns={[
          name,
          { name: "Cases", isNumber: true, show: ({ cases }) => formatCount(cases) },
          { name: "Questions", isNumber: true, show: ({ questions }) => formatCount(questions) },
          { name: "Log score", isNumber: true, show: ({ log }) => <WithInterval figure={log} /> },
          { name: "Brier score", isNumber: true, show: ({ brier }) => <WithInterval figure={brier} /> },
          { name: "Log score, mean over cases", isNumber: true, show: ({ overCases }) => orDash(overCases?.log) },
          { name: "Brier score, mean over cases", isNumber: true, show: ({ overCases }) => orDash(overCases?.brier) },
        ]}
      />
      {names.length > 0 && (
        <>
          <Text mt="md" mb="xs">
            Difference in log score, model minus reference, on the cases that have the data for the reference. Below 0,
            the model is better.
          </Text>
          <DataTable
            label={`Differences from references by ${head.toLowerCase()}`}
            rows={summaries}
            keyOf={(row) => row.name}
            columns={[name, ...names.map(differenceTo)]}
          />
        </>
      )}
    </>
  );
}

/** Reports of earlier releases have no means over cases. */
function orDash(score: number | undefined): string {
  return score === undefined ? "–" : formatScore(score);
}

function differenceTo(reference: ReferenceName): Column<Summary> {
  return {
    name: REFERENCE_NAMES[reference],
    isNumber: true,
    show: ({ references }) => <WithInterval figure={references[reference]?.logDifference} />,
  };
}

export function WithInterval({ figure }: { readonly figure: Figure | undefined }) {
  if (figure === undefined) return "–";
  const { value, interval } = figure;
  return (
    <span style={{ whiteSpace: "nowrap" }} title={String(value)}>
      {formatScore(value)}{" "}
      {interval !== undefined && (
        <Text span size="xs" c="dimmed">
          {formatScore(interval.low)} to {formatScore(interval.high)}
        </Text>
      )}
    </span>
  );
}
