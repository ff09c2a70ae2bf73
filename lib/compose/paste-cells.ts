import type { ObservationForm } from "./compose-form.ts";
import { readDateAt } from "./date-time-text.ts";
import type { ObservationColumn } from "./observation-columns.ts";
import { fractionToPercent, sumOf } from "./percent-text.ts";
import { readWrittenDate } from "./written-date.ts";

/**
 * Pastes spreadsheet cells into observations, one row each. `columns` starts at the column of the first cell. Rows
 * beyond the end of `observations` are added as copies of `empty`. A header row is dropped.
 */
export function pasteCells(
  cells: readonly (readonly string[])[],
  columns: readonly ObservationColumn[],
  observations: readonly ObservationForm[],
  empty: ObservationForm,
): ObservationForm[] {
  const [first = [], ...rest] = cells;
  const rows = isHeader(first, columns) ? rest : cells;
  return rows.map((row, index) => pasteRow(row, columns, observations[index] ?? empty));
}

const isNumeric = ({ type }: ObservationColumn) => type === "percents" || type === "numbers" || type === "number";

/** Whether the row is a header: no date in the date column and no numbers. */
function isHeader(row: readonly string[], columns: readonly ObservationColumn[]): boolean {
  const date = columns.findIndex(({ type }) => type === "date");
  const numbers = row.filter((_, index) => columns.slice(index, index + 1).some(isNumeric));
  if (date === -1 || numbers.length === 0 || readWrittenDate(row[date] ?? "") !== undefined) return false;
  return numbers.every((text) => fractionToPercent(text.replace("%", "")) === undefined && text.trim() !== "");
}

function pasteRow(
  row: readonly string[],
  columns: readonly ObservationColumn[],
  observation: ObservationForm,
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
    else if (column !== undefined) fields[column.path] = text;
  }
  return { ...observation, observedAt, fields };
}
