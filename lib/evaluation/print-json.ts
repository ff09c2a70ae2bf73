import type { Report } from "./build-report.ts";

/** Returns the content of report.json. */
export function printJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
