import { Fragment, type ReactNode } from "react";
import { Scroller } from "./scroller.tsx";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly name: string;
  /** Content of the header cell, if it differs from `name`. */
  readonly head?: ReactNode;
  readonly show: (row: Row, index: number) => ReactNode;
  readonly isName?: boolean;
  /** Whether the column has free text. It takes the remaining width, and long words break. */
  readonly isText?: boolean;
  readonly isNumber?: boolean;
  /** On a narrow screen, the cell is hidden, has a line of its own without the column name, or follows the column name. */
  readonly narrow?: "leave out" | "whole line" | "with name";
  readonly width?: number | string;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row, index: number) => string | number;
  /** Element id of a row, for links to it. */
  readonly idOf?: (row: Row, index: number) => string;
  /** Content below a row, over its whole width; nothing if false. */
  readonly showMore?: (row: Row) => ReactNode;
  /** On a narrow screen, each row becomes a block, with column names ("named") or without. If omitted, the table scrolls. */
  readonly fold?: "named" | "plain";
}

/** Table with plain elements: Mantine's Table would load its scroll area on every page. */
export function DataTable<Row>({ label, rows, columns, keyOf, idOf, showMore, fold }: DataTableProps<Row>) {
  return (
    <Scroller label={`${label}, table`}>
      <table className={`${styles.table} ${fold === undefined ? "" : styles.fold}`}>
        <thead>
          <tr>
            {columns.map(({ name, head, isNumber, width }) => (
              <th key={name} scope="col" data-number={isNumber || undefined} style={{ width }}>
                {head ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={keyOf(row, index)}>
              <tr id={idOf?.(row, index)}>
                {columns.map(({ name, show, isName, isText, isNumber, narrow }) => {
                  const attributes = {
                    "data-number": isNumber || undefined,
                    "data-text": isText || undefined,
                    "data-minor": narrow === "leave out" || undefined,
                    "data-wide": narrow === "whole line" || undefined,
                    "data-name": narrow === "with name" ? name : undefined,
                    "data-label": fold === "named" && narrow === undefined ? name : undefined,
                  };
                  return isName ? (
                    <th key={name} scope="row" {...attributes}>
                      {show(row, index)}
                    </th>
                  ) : (
                    <td key={name} {...attributes}>
                      {show(row, index)}
                    </td>
                  );
                })}
              </tr>
              {showMore?.(row) && (
                <tr>
                  <td colSpan={columns.length}>{showMore(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
