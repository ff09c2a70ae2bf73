import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Written by scripts/build-report-page.ts. */
const FILE = join(import.meta.dirname, "..", "..", "..", ".next", "report-page.mjs");

/** Returns report.html for the text of report.json. The import is not for a bundler: it reads a file of the build. */
export async function renderPage(report: string): Promise<string> {
  const { renderReport, styles } = await import(pathToFileURL(FILE).href);
  return renderReport(JSON.parse(report), styles);
}
