import "./report-page.css";
import { renderToStaticMarkup } from "react-dom/server";
import type { EvaluationReport } from "#lib/scores/evaluation.ts";
import { EvaluationReportView } from "./evaluation-report.tsx";

/** Returns report.html: the report as one page without scripts. `styles` are those of this module's bundle. */
export function renderReport(report: EvaluationReport, styles: string): string {
  const { adapter, server } = report.subject;
  const model = adapter === "pool" ? "the embedded model" : `the model of the adapter “${adapter}”`;
  const title = `Evaluation of ${model}${server === null ? "" : ` on ${server}`}`;
  const page = (
    <html lang="en">
      {/* biome-ignore lint/style/noHeadElement: the page is a file, not a page of Next.js. */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the styles are those of the build. */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main className="report">
          <h1>{title}</h1>
          <EvaluationReportView report={report} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`;
}
