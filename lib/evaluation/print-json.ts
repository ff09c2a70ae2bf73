import type { Report } from "./build-report.ts";

/** A report as the file report.json. */
export function printJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
