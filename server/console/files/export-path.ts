import { withQuery } from "#lib/console/routes.ts";
import type { EXPORTS } from "./exports.ts";

type Query = Readonly<Record<string, string | undefined>>;

/** Returns the address of a download. */
export function exportPath(name: keyof typeof EXPORTS, query: Query = {}): string {
  return withQuery(`/api/export/${name}`, query);
}

/** Returns the addresses of a table in both formats. */
export function tablePaths(name: "forecasts" | "outcomes" | "sources", query: Query = {}) {
  return { csv: exportPath(name, { format: "csv", ...query }), jsonl: exportPath(name, { format: "jsonl", ...query }) };
}
