/**
 * Scores the embedded model on files of resolved questions: node research/evaluate.ts FILE.jsonl[.gz]…
 * Exit code 0: all cases scored; 1: a file cannot be read or has bad lines; 2: usage; 3: some requests not supported.
 */
import { PARAMETERS } from "#server/infra/models/pool/parameters.ts";
import { modelVersion } from "#server/infra/models/pool/version.ts";
import { progress } from "../scripts/progress.ts";
import { formatSummaries } from "./format-summaries.ts";
import { EXIT, fail, loadCases } from "./load-cases.ts";
import type { ResolvedCase } from "./read-cases.ts";
import { scoreCases } from "./score-cases.ts";
import { summariseScores } from "./summarise-scores.ts";

const MOST_LISTED = 20;

const cases = await loadCases("evaluate");
process.exitCode = typeof cases === "number" ? cases : evaluate(cases);

function evaluate(resolved: readonly ResolvedCase[]): number {
  const { scored, unsupported } = scoreCases(resolved, PARAMETERS, progress("Scoring", resolved.length));
  const sets = [...Map.groupBy(scored, ({ set }) => set)];
  const step = progress("Resampling", sets.length + 1);
  const summaries = [...sets, ["all", scored] as const].map(([set, members]) => {
    const summary = summariseScores(set, members);
    step();
    return summary;
  });
  const refused = new Map([...Map.groupBy(unsupported, ({ set }) => set)].map(([set, { length }]) => [set, length]));
  refused.set("all", unsupported.length);
  process.stdout.write(`${[explain(), formatSummaries(summaries, refused)].join("\n\n")}\n`);
  if (unsupported.length === 0) return EXIT.ok;
  const listed = unsupported.slice(0, MOST_LISTED).map(({ line, reason }) => `  line ${line}: ${reason}`);
  if (unsupported.length > MOST_LISTED) listed.push(`  and ${unsupported.length - MOST_LISTED} more`);
  const count = `${unsupported.length} of ${resolved.length} requests are not supported and not in these figures:`;
  return fail(EXIT.unsupported, [count, ...listed].join("\n"));
}

function explain(): string {
  return [
    `Model version ${modelVersion(PARAMETERS)}`,
    "Brier: sum over the options, 0 to 2. Log: natural logarithm of the outcome's probability, as a loss.",
    `References, each with the model's floor of ${PARAMETERS.floor} per option:`,
    "  uniform: the same probability for every option.",
    "  last forecast: the newest usable forecast of the input alone.",
    "  mean of sources: the newest forecast of each of several sources, by their mean in log space.",
    "  random walk: of a series, a normal distribution about its last measurement.",
    "refused: how many requests the model does not support; no other column knows of them.",
    "[low, high]: 95 % interval, 2000 resamples of whole questions, fixed seed.",
  ].join("\n");
}
