import { withQuery } from "./routes.ts";

/** Addresses of downloads. They are separate from the page routes because only the server renders them. */
export const downloads = {
  /** `filter` has the field names of the procedure `forecasts.list`. */
  forecasts: (format: "csv" | "jsonl", filter: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/forecasts", { format, ...filter }),
  outcomes: (format: "csv" | "jsonl") => withQuery("/api/export/outcomes", { format }),
  /** `table` is a table of the track record, or `forecasts`. `part` selects one subgroup; if empty, all forecasts. */
  trackRecord: (table: string, part: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/track-record", { table, ...part }),
  evaluation: (id: string, format: "json" | "html" | "jsonl") => withQuery("/api/export/evaluation", { id, format }),
  sources: (format: "csv" | "jsonl", filter: Readonly<Record<string, string | undefined>>) =>
    withQuery("/api/export/sources", { format, ...filter }),
  /** `table` is a table of the page of observations. `requestId` selects the observations of one forecast. */
  observations: (table: "worths" | "findings" | "observations", requestId?: string) =>
    withQuery("/api/export/observations", { table, requestId }),
  auditLog: "/api/export/audit-log",
} as const;
