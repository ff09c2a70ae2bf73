import { writeFile } from "node:fs/promises";
import { LOG_FLOOR } from "#lib/stats/scores.ts";
import type { Calibration } from "#server/models/recalibrate.ts";
import { type EvaluatedModel, evaluateModel } from "./evaluate-model.ts";
import { type AnsweredCase, type FittedTemperature, fitTemperature } from "./fit-temperature.ts";
import { table } from "./format-report.ts";
import { EXIT, fail, type LoadedCases } from "./load-cases.ts";

interface Options {
  /** Output file, for MODEL_CALIBRATION_FILE. */
  readonly path: string;
  readonly folder: string | undefined;
}

/**
 * Evaluates the model configured in the environment without its recalibration, fits a new recalibration to the answers,
 * and writes the new recalibration to `path` if it significantly improves the score. Returns the exit code.
 */
export async function fitRecalibration(loaded: LoadedCases, { path, folder }: Options): Promise<number> {
  const signal = new AbortController().signal;
  const evaluated = await evaluateModel(loaded, { folder, parallel: undefined, signal, recalibrated: false });
  const versions = versionsOf(evaluated);
  const [version] = versions;
  if (version === undefined || versions.length > 1) {
    return fail(
      EXIT.unsupported,
      `The answers come from ${versions.length} model versions. A recalibration needs exactly one.`,
    );
  }
  const answered = loaded.cases.flatMap(({ set, question, outcome }, index): AnsweredCase[] => {
    const answer = evaluated.answers[index];
    if (answer?.ok !== true) return [];
    return [{ question: `${set} ${question}`, probabilities: answer.probabilities, outcome }];
  });
  const isTwo = ({ probabilities }: AnsweredCase) => Object.keys(probabilities).length === 2;
  const two = fitTemperature(answered.filter(isTwo), LOG_FLOOR);
  const more = fitTemperature(
    answered.filter((one) => !isTwo(one)),
    LOG_FLOOR,
  );
  process.stdout.write(`${report(version, { "two options": two, "more options": more })}\n\n`);
  const refused = loaded.cases.length - answered.length;
  if (refused > 0) process.stderr.write(`${refused} cases were refused and were not used to fit.\n`);
  const code = refused > 0 ? EXIT.unsupported : EXIT.ok;
  if (two?.earned !== true && more?.earned !== true) {
    process.stdout.write("No recalibration is significantly better. Nothing was written.\n");
    return code;
  }
  const calibration: Calibration = {
    method: "temperature",
    model_version: version,
    exponents: { two_options: earnedExponent(two), more_options: earnedExponent(more) },
    floor: LOG_FLOOR,
    fitted: JSON.parse(JSON.stringify({ data_sha256: loaded.digest, two_options: two, more_options: more })),
  };
  await writeFile(path, `${JSON.stringify(calibration, null, 2)}\n`);
  process.stdout.write(`The recalibration is written. To use it, set MODEL_CALIBRATION_FILE=${path}\n`);
  return code;
}

function versionsOf({ answers }: EvaluatedModel): readonly string[] {
  return [...new Set(answers.flatMap((answer) => (answer.ok ? answer.modelVersion : [])))];
}

function earnedExponent(fitted: FittedTemperature | undefined): number {
  return fitted?.earned === true ? fitted.exponent : 1;
}

function report(version: string, fits: Readonly<Record<string, FittedTemperature | undefined>>): string {
  const digits = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(4));
  const head = [
    "",
    "cases",
    "questions",
    "exponent",
    "log score",
    "cross-validated",
    "difference",
    "significantly better",
  ];
  const rows = Object.entries(fits).flatMap(([name, fitted]) => {
    if (fitted === undefined) return [];
    const { cases, questions, exponent, before, crossValidated, interval, earned } = fitted;
    const difference = `${digits(crossValidated - before)} [${digits(interval?.low)}, ${digits(interval?.high)}]`;
    const figures = [String(cases), String(questions), String(exponent), digits(before), digits(crossValidated)];
    return [[name, ...figures, difference, earned ? "yes" : "no"]];
  });
  return `Recalibration of ${version}\n\n${table(head, rows)}`;
}
