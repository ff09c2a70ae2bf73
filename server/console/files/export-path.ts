import { withQuery } from "#lib/console/routes.ts";
import type { EXPORTS } from "./exports.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** Returns the address of a download. */
export function exportPath(name: keyof typeof EXPORTS, query: Query = {}): string {
  return withQuery(`/api/export/${name}`, query);
}

/** Returns the addresses of a table in each format. `excel` is CSV with a byte order mark, which Excel needs. */
export function tablePaths(name: "forecasts" | "outcomes" | "sources", query: Query = {}) {
  const csv = { format: "csv", ...query };
  return {
    csv: exportPath(name, csv),
    excel: exportPath(name, { ...csv, bom: "true" }),
    jsonl: exportPath(name, { ...query, format: "jsonl" }),
  };
}
