import { withQuery } from "./routes.ts";

/** Addresses of downloads. They are separate from the page routes because only the server renders them. */
export const downloads = {
  /** The filter uses the names of `forecasts.list`. */
  forecasts: (format: "csv" | "jsonl", filter: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/forecasts", { format, ...filter }),
  outcomes: (format: "csv" | "jsonl") => withQuery("/api/export/outcomes", { format }),
  /** A table of the track record, or `forecasts`; for all forecasts or for one subgroup. */
  trackRecord: (table: string, part: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/track-record", { table, ...part }),
  evaluation: (id: string, format: "json" | "html") => withQuery("/api/export/evaluation", { id, format }),
  auditLog: "/api/export/audit-log",
} as const;
