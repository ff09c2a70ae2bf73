/**
 * Fits the embedded release on a file of resolved questions and writes its parameters: node scripts/fit.ts FILE.jsonl[.gz]
 * Exit codes as for evaluate.ts. Deterministic: the same file gives the same parameters.
 */
import { writeFile } from "node:fs/promises";
import { mean } from "#lib/scoring/mean.ts";
import { PARAMETERS, parametersSchema } from "#server/model/pool/parameters.ts";
import { modelVersion } from "#server/model/pool/version.ts";
import { chooseDegrees, scoreDegrees } from "./fit-degrees.ts";
import { candidates, chooseCandidate, foldsByQuestion, leaveOut, lossesOf } from "./fit-parameters.ts";
import { table } from "./format-summaries.ts";
import { EXIT, fail, loadCases } from "./load-cases.ts";
import { progress } from "./progress.ts";
import type { ResolvedCase } from "./read-cases.ts";
import { scoreCases } from "./score-cases.ts";

const FOLDS = 10;
const DESTINATION = new URL("../server/model/pool/parameters.json", import.meta.url);

const cases = await loadCases("fit");
process.exitCode = typeof cases === "number" ? cases : await fitParameters(cases);

async function fitParameters(resolved: readonly ResolvedCase[]): Promise<number> {
  const step = progress("Fitting", resolved.length);
  const losses = resolved.flatMap((one) => {
    const found = lossesOf(one, PARAMETERS);
    step();
    return found ?? [];
  });
  const index = losses.length === 0 ? -1 : chooseCandidate(losses);
  const chosen = candidates[index];
  if (chosen === undefined) return fail(EXIT.unsupported, "The release supports none of these requests.");

  const folds = foldsByQuestion(losses, FOLDS);
  const byFold = leaveOut(losses, ({ question }) => folds.get(question) ?? "");
  const bySet = leaveOut(losses, ({ set }) => set);
  const degrees = scoreDegrees(resolved, PARAMETERS);
  const series_degrees = chooseDegrees(degrees) ?? PARAMETERS.series_degrees;
  const parameters = parametersSchema.parse({ ...PARAMETERS, ...chosen, series_degrees });
  const last = scoreCases(resolved, parameters, () => {}).scored.flatMap(({ last }) => last?.log ?? []);
  const figures = [
    ["last reading", mean(last)],
    ["pool, fitted and scored on the same cases", mean(losses.map(({ byCandidate }) => byCandidate[index] ?? 0))],
    [`pool, ${FOLDS}-fold cross-validation by question`, mean(byFold.flatMap(({ scores }) => scores))],
    ["pool, each set scored with what the other sets chose", mean(bySet.flatMap(({ scores }) => scores))],
  ] as const;

  await writeFile(DESTINATION, `${JSON.stringify(parameters, null, 2)}\n`);
  const lines = [
    table(
      ["mean log score", ""],
      figures.map(([what, value]) => [what, value.toFixed(4)]),
    ),
    table(
      ["left out", "half_life_days", "binary_exponent", "log score"],
      [...byFold, ...bySet].map(({ name, chosen: { half_life_days, binary_exponent }, scores }) =>
        [name, half_life_days, binary_exponent, mean(scores).toFixed(4)].map(String),
      ),
    ),
    "Walks on the log-odds of the forecasts, for no case has a series: mean log score of where a later reading lies",
    table(
      ["series_degrees", "next reading", "a week", "four weeks"],
      degrees.map(({ degrees, byLead }) => [
        String(degrees),
        ...byLead.map((score) => (Number.isFinite(score) ? score.toFixed(4) : "–")),
      ]),
    ),
    `Written: half_life_days ${chosen.half_life_days}, binary_exponent ${chosen.binary_exponent}, series_degrees ${series_degrees}. Release ${modelVersion(parameters)}`,
  ];
  process.stdout.write(`${lines.join("\n\n")}\n`);
  const unsupported = resolved.length - losses.length;
  if (unsupported === 0) return EXIT.ok;
  return fail(
    EXIT.unsupported,
    `${unsupported} of ${resolved.length} requests are not supported and had no part in this.`,
  );
}
