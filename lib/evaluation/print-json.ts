import type { Report } from "./build-report.ts";

export function printJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
