import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import { countOf } from "#lib/format.ts";
import { DataTable } from "./data-table.tsx";
import { Panel } from "./panel.tsx";
import { StatusBadge, type Tone } from "./status-badge.tsx";

interface LineReportProps<Line> {
  readonly lines: readonly Line[];
  /** Total number of lines; required while results are still arriving. */
  readonly total?: number;
  readonly outcome: (line: Line) => { readonly tone: Tone; readonly word: string };
  readonly details: (line: Line) => ReactNode;
}

export function LineReport<Line extends { readonly line: number }>(props: LineReportProps<Line>) {
  const { lines, total = lines.length, outcome, details } = props;
  const words = Map.groupBy(lines, (line) => outcome(line).word);
  const counts = [...words].map(([word, { length }]) => `${countOf(length, "line")} ${word}`);
  return (
    <Panel title="Report">
      {total > 0 && (
        <Progress value={(100 * lines.length) / total} aria-label={`${lines.length} of ${total} lines`} mb="xs" />
      )}
      <p role="status">
        {lines.length < total && `${lines.length} of ${countOf(total, "line")}: `}
        {counts.length === 0 ? "No lines were imported." : `${counts.join(", ")}.`}
      </p>
      <DataTable
        label="Result of each line"
        rows={lines}
        keyOf={(_, index) => index}
        columns={[
          { name: "Line", isName: true, isNumber: true, width: 64, show: ({ line }) => line },
          {
            name: "Outcome",
            width: 150,
            show(line) {
              const { tone, word } = outcome(line);
              return <StatusBadge tone={tone}>{word}</StatusBadge>;
            },
          },
          { name: "Details", show: details },
        ]}
      />
    </Panel>
  );
}
