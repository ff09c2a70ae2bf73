import { parentPort, workerData } from "node:worker_threads";
import { compareEvaluations, evaluate, printReport } from "#lib/scores/evaluation.ts";
import { SourceRecord, TrackRecord } from "#lib/scores/track-record.ts";
import { baselinesOf } from "#server/models/pool/references.ts";
import type { Computation } from "./computer.ts";
import { renderPage } from "./render-page.ts";

/** Adds recorded questions to a record, and posts an empty text for each message; after the last one, the result. */
function collect(record: TrackRecord | SourceRecord): void {
  parentPort?.on("message", (text: string | null) => {
    if (text === null) {
      parentPort?.postMessage(JSON.stringify(record.report()));
      return;
    }
    for (const question of JSON.parse(text)) record.add(question);
    parentPort?.postMessage("");
  });
}

const computation: Computation = workerData;
switch (computation.what) {
  case "evaluation": {
    const { subject, answers } = computation;
    parentPort?.postMessage(printReport(evaluate(subject, answers.cases, answers.answers, baselinesOf)));
    break;
  }
  case "page":
    parentPort?.postMessage(await renderPage(computation.report));
    break;
  case "comparison":
    parentPort?.postMessage(JSON.stringify(compareEvaluations(computation.first, computation.second)));
    break;
  case "record":
    collect(new TrackRecord(computation.settings));
    break;
  case "sources":
    collect(new SourceRecord(computation.settings, computation.filter));
    break;
}
