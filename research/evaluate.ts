/**
 * Scores a model on files of resolved questions: node research/evaluate.ts [--out FOLDER] [--parallel N]
 * FILE.jsonl[.gz]…
 * MODEL_ADAPTER and the other MODEL_ variables select the model; the default is the embedded model. Stores each answer
 * in FOLDER as it arrives, so the same command resumes a stopped evaluation. Writes report.json and report.html there.
 * Exit codes: 0, all cases scored; 1, a file is unreadable or has invalid lines; 2, wrong usage; 3, some requests were
 * refused; 4, stopped before the end.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ModelUnavailable } from "#lib/evaluation/run-evaluation.ts";
import { type EvaluationReport, evaluate, printReport } from "#lib/scores/evaluation.ts";
import { renderPage } from "#server/console/reports/render-page.ts";
import { baselinesOf } from "#server/models/pool/references.ts";
import { buildReportPage } from "../scripts/build-report-page.ts";
import { evaluateModel } from "./evaluate-model.ts";
import { formatReport } from "./format-report.ts";
import { EXIT, fail, listSome, loadCases } from "./load-cases.ts";

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments();
  if (args === undefined) {
    return fail(EXIT.usage, "Usage: node research/evaluate.ts [--out FOLDER] [--parallel N] FILE.jsonl[.gz]…");
  }
  const loaded = await loadCases(args.paths);
  if (typeof loaded === "number") return loaded;
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
  try {
    const { subject, answers, folder } = await evaluateModel(loaded, {
      ...args,
      signal: stopped.signal,
      recalibrated: true,
    });
    const report = evaluate(subject, loaded.cases, answers, baselinesOf);
    await writeFile(join(folder, "report.json"), printReport(report));
    await buildReportPage();
    await writeFile(join(folder, "report.html"), await renderPage(printReport(report)));
    process.stdout.write(`${formatReport(report)}\n\nReport: ${join(folder, "report.html")}\n`);
    return report.refused.length === 0 ? EXIT.ok : listRefused(report);
  } catch (error) {
    if (stopped.signal.aborted) return fail(EXIT.stopped, "Stopped. To resume, run the same command again.");
    if (error instanceof ModelUnavailable) {
      return fail(EXIT.stopped, `The model is unavailable (${error.message}). To resume, run the same command again.`);
    }
    if (!(error instanceof Error)) throw error;
    return fail(EXIT.unreadable, error.message);
  }
}

function listRefused({ refused, cases }: EvaluationReport): number {
  const listed = listSome(
    refused.map(
      ({ file, line, code, reason }) => `${file === undefined ? "" : `${file}, `}line ${line}: ${code}: ${reason}`,
    ),
  );
  const count = `${refused.length} of ${cases} requests were refused and are not included in these figures:`;
  return fail(EXIT.unsupported, [count, ...listed].join("\n"));
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { out: { type: "string" }, parallel: { type: "string" } },
    });
    const parallel = values.parallel === undefined ? undefined : Number(values.parallel);
    if (positionals.length === 0) return undefined;
    if (parallel !== undefined && !(Number.isInteger(parallel) && parallel > 0)) return undefined;
    return { paths: positionals, folder: values.out, parallel };
  } catch {
    return undefined;
  }
}
