import type { Interval } from "#lib/stats/bootstrap.ts";
import type { Figure } from "./report.ts";
import { isFigure, type ScoreTable, type Value } from "./score-tables.ts";

type Cell = Exclude<Value, Figure>;

/** Returns the columns of a download by name. */
export function csvColumns<Row>(table: ScoreTable<Row>): Readonly<Record<string, (row: Row) => Cell>> {
  return Object.fromEntries(
    table.flatMap(({ csv, format, read }) => {
      if (csv === undefined) return [];
      const end = (side: keyof Interval) => (row: Row) => {
        const value = read(row, 0);
        return isFigure(value) ? value.interval?.[side] : null;
      };
      const plain = (row: Row) => {
        const value = read(row, 0);
        return isFigure(value) ? value.value : value;
      };
      if (format !== "figure" && format !== "differenceFigure") return [[csv, plain] as const];
      return [[csv, plain] as const, [`${csv}_low`, end("low")] as const, [`${csv}_high`, end("high")] as const];
    }),
  );
}
