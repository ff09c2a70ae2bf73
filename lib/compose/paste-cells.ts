import { readWrittenDate } from "#lib/cells/read-date.ts";
import { type Decimal, findDecimal, readNumber } from "#lib/cells/read-number.ts";
import type { ObservationForm } from "./compose-form.ts";
import { readDateAt } from "./date-time-text.ts";
import type { ObservationColumn } from "./observation-columns.ts";
import { fractionToPercent, sumOf } from "./percent-text.ts";

interface PastedRow {
  readonly line: number;
  readonly cells: readonly string[];
}

type Pasted =
  | { readonly ok: true; readonly observations: readonly ObservationForm[] }
  | { readonly ok: false; readonly line: number; readonly message: string };

/**
 * Pastes spreadsheet cells into observations, one row each. `columns` starts at the column of the first cell. Rows
 * beyond the end of `observations` are added as copies of `empty`. A header row is dropped. Cells beyond the last column
 * and numbers in two notations are refused.
 */
export function pasteCells(
  cells: readonly PastedRow[],
  columns: readonly ObservationColumn[],
  observations: readonly ObservationForm[],
  empty: ObservationForm,
): Pasted {
  const wide = cells.find((row) => row.cells.slice(columns.length).some((cell) => cell.trim() !== ""));
  if (wide !== undefined) {
    const message = `The row has ${wide.cells.length} cells, but the table has ${columns.length} columns from here.`;
    return { ok: false, line: wide.line, message };
  }
  const rows = cells.slice(cells[0] !== undefined && isHeader(cells[0].cells, columns) ? 1 : 0);
  let decimal: Decimal | undefined;
  for (const row of rows) {
    for (const cell of row.cells.filter((_, index) => columns.slice(index, index + 1).some(isNumeric))) {
      const found = findDecimal(cell.replace(/\s*%\s*$/, ""));
      if (found === undefined || found === "unclear") continue;
      decimal ??= found;
      if (decimal !== found) {
        return { ok: false, line: row.line, message: "The cells have both decimal points and decimal commas." };
      }
    }
  }
  const pasted = rows.map((row, index) => pasteRow(row.cells, columns, observations[index] ?? empty, decimal));
  return { ok: true, observations: pasted };
}

const isNumeric = ({ type }: ObservationColumn) => type === "percents" || type === "numbers" || type === "number";

/** Whether the row is a header: no date in the date column and no numbers. */
function isHeader(row: readonly string[], columns: readonly ObservationColumn[]): boolean {
  const date = columns.findIndex(({ type }) => type === "date");
  const numbers = row.filter((_, index) => columns.slice(index, index + 1).some(isNumeric));
  if (date === -1 || numbers.length === 0 || readWrittenDate(row[date] ?? "").ok) return false;
  return numbers.every((text) => fractionToPercent(text.replace("%", "")) === undefined && text.trim() !== "");
}

function pasteRow(
  row: readonly string[],
  columns: readonly ObservationColumn[],
  observation: ObservationForm,
  decimal: Decimal | undefined,
): ObservationForm {
  const fields = { ...observation.fields };
  let { observedAt } = observation;
  const percents = row.filter((_, index) => columns[index]?.type === "percents");
  const areFractions = percents.every((text) => !text.includes("%")) && Math.abs(sumOf(percents) - 1) < 0.02;
  for (const [index, cell] of row.entries()) {
    const text = cell.trim();
    const column = columns[index];
    if (column?.type === "date") observedAt = readDateAt(text, observedAt.offset);
    else if (column?.type === "percents") fields[column.path] = (areFractions && fractionToPercent(text)) || text;
    else if (column !== undefined && isNumeric(column)) {
      fields[column.path] = (decimal && readNumber(text, decimal)) ?? text;
    } else if (column !== undefined) fields[column.path] = text;
  }
  return { ...observation, observedAt, fields };
}
