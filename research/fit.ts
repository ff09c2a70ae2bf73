/**
 * Fits the parameters of the embedded model to files of resolved questions and writes parameters.json:
 * node research/fit.ts FILE.jsonl[.gz]… Parameters that affect none of the questions stay unchanged. Families of sets
 * have the same weight; a family is named by its sets' names up to the first underscore. Deterministic: the same files
 * give the same parameters.
 * With --recalibration CALIBRATION.json, fits a recalibration of the model configured in the environment instead, and
 * writes it if it is significantly better. --out sets the folder for the model's answers. Exit codes: see evaluate.ts.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { PARAMETERS, type Parameters, parametersSchema } from "#server/models/pool/parameters.ts";
import { readObservations } from "#server/models/pool/read-observations.ts";
import { modelVersion } from "#server/models/pool/version.ts";
import { progress } from "../scripts/progress.ts";
import {
  chooseCandidate,
  familyOf,
  GRIDS,
  type Grid,
  leaveOut,
  lossesOf,
  meanOf,
  scoresWith,
} from "./fit-parameters.ts";
import { fitRecalibration } from "./fit-recalibration.ts";
import { foldsByQuestion } from "./fit-temperature.ts";
import { table } from "./format-report.ts";
import { EXIT, fail, loadCases } from "./load-cases.ts";

const FOLDS = 10;
const DESTINATION = new URL("../server/models/pool/parameters.json", import.meta.url);

process.exitCode = await main();

async function main(): Promise<number> {
  const args = readArguments();
  if (args === undefined) {
    const usage = "Usage: node research/fit.ts [--recalibration CALIBRATION.json [--out FOLDER]] FILE.jsonl[.gz]…";
    return fail(EXIT.usage, usage);
  }
  const loaded = await loadCases(args.paths);
  if (typeof loaded === "number") return loaded;
  if (args.recalibration === undefined) return fitParameters(loaded.cases);
  try {
    return await fitRecalibration(loaded, { path: args.recalibration, folder: args.out });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return fail(EXIT.unreadable, error.message);
  }
}

function readArguments() {
  try {
    const { values, positionals: paths } = parseArgs({
      allowPositionals: true,
      options: { recalibration: { type: "string" }, out: { type: "string" } },
    });
    return paths.length === 0 ? undefined : { paths, ...values };
  } catch {
    return undefined;
  }
}

async function fitParameters(resolved: readonly ResolvedCase[]): Promise<number> {
  let parameters: Parameters = PARAMETERS;
  const parsedCases = resolved.map((one) => ({
    ...one,
    parsed: readObservations(one.request.task, one.request.input, PARAMETERS),
  }));
  const concerned = parsedCases.filter(({ parsed }) => GRIDS.some((grid) => grid.concerns(parsed)));
  if (concerned.length === 0)
    return fail(EXIT.unsupported, "No request contains a forecast or a series. There is nothing to fit.");
  const step = progress("Fitting", concerned.length);
  for (const grid of GRIDS) {
    const losses = concerned
      .filter(({ parsed }) => grid.concerns(parsed))
      .map(({ set, question, outcome, parsed }) => {
        const byCandidate = lossesOf(parsed, outcome, grid, PARAMETERS);
        step();
        return { family: familyOf(set), question: `${set} ${question}`, byCandidate };
      });
    if (losses.length === 0) continue;
    const index = chooseCandidate(losses, grid);
    parameters = parametersSchema.parse({ ...parameters, ...grid.candidates[index] });
    const folds = foldsByQuestion(losses, FOLDS);
    const byFold = leaveOut(losses, grid, ({ question }) => folds.get(question) ?? "");
    const byFamily = leaveOut(losses, grid, ({ family }) => family);
    const fitted = meanOf([{ scores: scoresWith(losses, index) }]);
    process.stdout.write(`${report(grid, losses.length, index, fitted, byFold, byFamily)}\n\n`);
  }
  await writeFile(DESTINATION, `${JSON.stringify(parameters, null, 2)}\n`);
  process.stdout.write(`The parameters are written. New model version: ${modelVersion(parameters)}\n`);
  if (concerned.length === resolved.length) return EXIT.ok;
  const left = resolved.length - concerned.length;
  return fail(
    EXIT.unsupported,
    `${left} of ${resolved.length} requests contain no forecast or series and were not used to fit.`,
  );
}

function report(
  { name, candidates }: Grid,
  cases: number,
  index: number,
  fitted: number,
  byFold: ReturnType<typeof leaveOut>,
  byFamily: ReturnType<typeof leaveOut>,
): string {
  return [
    `Fitted on ${cases} cases of ${name}: ${JSON.stringify(candidates[index])}`,
    table(
      ["mean log score, each family with the same weight", ""],
      [
        ["fitted and scored on the same cases", fitted.toFixed(4)],
        [`${FOLDS}-fold cross-validation by question`, meanOf(byFold).toFixed(4)],
        ...(byFamily.length === 0
          ? []
          : [["each family scored with the parameters fitted to the others", meanOf(byFamily).toFixed(4)]]),
      ],
    ),
    table(
      ["held-out group", "log score", "parameters fitted to the others"],
      [...byFold, ...byFamily].map((group) => [
        group.name,
        meanOf([group]).toFixed(4),
        Object.values(group.chosen).join(" "),
      ]),
    ),
  ].join("\n\n");
}
