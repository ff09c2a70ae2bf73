import { withQuery } from "./routes.ts";

/** Addresses of files, apart from those of pages: only the server writes them into a page. */
export const downloads = {
  /** The filter has the names of `forecasts.list`. */
  forecasts: (format: "csv" | "jsonl", filter: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/forecasts", { format, ...filter }),
  outcomes: (format: "csv" | "jsonl") => withQuery("/api/export/outcomes", { format }),
  /** A table of the track record, or `forecasts`, of all of it or of a part. */
  trackRecord: (table: string, part: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/track-record", { table, ...part }),
  evaluation: (id: string, format: "json" | "html") => withQuery("/api/export/evaluation", { id, format }),
  auditLog: "/api/export/audit-log",
} as const;
