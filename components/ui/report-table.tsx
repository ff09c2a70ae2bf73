import type { ReactNode } from "react";
import { type FormattedCell, formatCell, type ScoreTable } from "#lib/scores/score-tables.ts";
import { DataTable } from "./data-table.tsx";

interface ReportTableProps<Row> {
  readonly label: string;
  readonly table: ScoreTable<Row>;
  readonly rows: readonly Row[];
  readonly keyOf?: (row: Row, index: number) => string | number;
  /** Content of cells by column name, for example links. */
  readonly shows?: Readonly<Record<string, (row: Row) => ReactNode>>;
  /** Whether the first column has free text, and rows become blocks on a narrow screen. */
  readonly isFolded?: boolean;
}

/** A table of scores. The first column names the row. */
export function ReportTable<Row>({
  label,
  table,
  rows,
  keyOf = (_, index) => index,
  shows = {},
  isFolded = false,
}: ReportTableProps<Row>) {
  const first = table.find(({ name }) => name !== undefined);
  const columns = table.flatMap((column) => {
    const { name, format } = column;
    if (name === undefined) return [];
    const show = shows[name] ?? ((row: Row, index: number) => <FigureText {...formatCell(column, row, index)} />);
    const isName = column === first;
    const isText = format === "long text" || (isName && isFolded);
    const isNumber = format !== undefined && format !== "long text";
    const fold = isName && isFolded ? ({ narrow: "whole line" } as const) : {};
    return [{ name, isNumber, isName, isText, show, ...fold }];
  });
  return <DataTable label={label} rows={rows} keyOf={keyOf} columns={columns} {...(isFolded && { fold: "named" })} />;
}

/** A value with its intervals in small print. */
function FigureText({ text, intervals }: FormattedCell) {
  if (intervals === "") return text;
  return (
    <span>
      {text} <small className="dimmed">{intervals}</small>
    </span>
  );
}
