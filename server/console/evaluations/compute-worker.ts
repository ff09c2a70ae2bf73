import { parentPort, workerData } from "node:worker_threads";
import { buildReport } from "#lib/evaluation/build-report.ts";
import { compareAnswers } from "#lib/evaluation/compare-answers.ts";
import { printJson } from "#lib/evaluation/print-json.ts";
import { baselinesOf } from "#server/models/pool/references.ts";
import type { Computation } from "./compute-report.ts";

function work(computation: Computation): string {
  if (computation.what === "comparison") return JSON.stringify(compareAnswers(computation.one, computation.other));
  const { subject, answers } = computation;
  return printJson(buildReport(subject, answers.cases, answers.answers, baselinesOf));
}

parentPort?.postMessage(work(workerData));
