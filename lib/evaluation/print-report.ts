import { countOf } from "#lib/format.ts";
import { LOG_FLOOR } from "#lib/stats/scores.ts";
import type { RefusedSet, Report, WorstCase } from "./build-report.ts";
import { dotPlot, escapeText, reliabilityPlot } from "./charts.ts";
import { orderedSection, reliabilityBySet, reliabilityTable, slopeTable } from "./print-calibration.ts";
import {
  bothIntervals,
  bothScores,
  type Column,
  digits,
  figure,
  foldable,
  item,
  table,
  withInterval,
} from "./print-html.ts";
import { allDifferences, differencePlot, differenceTable, legend, rowsOf, scoreTable } from "./print-scores.ts";
import { listReferences, nameReference } from "./reference-names.ts";
import { REPORT_STYLE } from "./report-style.ts";
import type { Summary } from "./summarise-scores.ts";

/** With fewer clusters, a bootstrap interval is too narrow. */
const MIN_CLUSTERS = 10;

/** Returns a report as one self-contained HTML page: plots, and tables with every number. */
export function printReport(report: Report): string {
  const { subject, all, versions, answered, cases } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(titleOf(report))}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeText(titleOf(report))}</h1>
<dl>
${versions.map(({ version, answers }) => item("Model version", `<code>${escapeText(version)}</code>, ${answers} answers`)).join("\n")}
${item("Data", `${subject.files.map(escapeText).join(", ")}; SHA-256 <code>${escapeText(subject.dataDigest)}</code>`)}
${item("Answered", `${answered} of ${cases} cases, of ${all.questions} questions`)}
${item("Log score, mean over questions", bothIntervals(all.log))}
${item("Brier score, mean over questions", bothIntervals(all.brier))}
${item("Mean over cases", bothScores(all.overCases))}
${report.overSets === undefined ? "" : item("Mean over sets", bothScores(report.overSets))}
${all.imputed === undefined ? "" : item("Refused cases scored as uniform forecasts", `${bothScores(all.imputed)}, mean over questions`)}
${slopeItem(all)}
</dl>
<p>Lower scores are better. The log score is the negative natural logarithm of the outcome’s probability; a probability below ${LOG_FLOOR} counts as ${LOG_FLOOR}. The Brier score is the sum of squared errors over the options, from 0 to 2.</p>
<p>Means are over questions unless stated otherwise: the cases of a question are averaged first, so every question has the same weight. Brackets contain 95 % intervals from a bootstrap over questions and, after “by block”, over blocks: cases whose outcomes may depend on each other, such as those of the same month. If there are two intervals, rely on the wider one.</p>
<p>A set is a group of cases that the file names, such as one source of questions. References are simple forecasts from the same input, or forecasts in the file: “uniform” gives every option the same probability, “last forecast” is the latest forecast among the observations, “mean of sources” is the mean of the latest forecasts of all sources, and “random walk” assumes that a series changes only by chance. Each reference is compared with the model on the answered cases that have it; its own score covers only these cases, so read the differences.</p>
${warnings(report)}
${refusals(report)}
${answered === 0 ? "" : scoreSections(report)}
</main>
</body>
</html>
`;
}

function titleOf({ subject: { adapter, server } }: Report): string {
  const model = adapter === "pool" ? "the embedded model" : `the model of the adapter “${adapter}”`;
  return `Evaluation of ${model}${server === null ? "" : ` on ${server}`}`;
}

function scoreSections(report: Report): string {
  const { all, sets, horizons, periods = [] } = report;
  const names = listReferences(all);
  const scored = sets.filter((set) => set.cases > 0);
  return `<h2>Difference from the references</h2>
<p>Log score of the model minus that of the reference on the same cases, averaged over questions. Below 0, the model is better; if an interval excludes 0, chance alone does not explain the difference. “Detectable” is the smallest true difference that an evaluation of this size finds with a probability of 80 %; smaller true differences are often missed.</p>
${allDifferences(all, names)}
${foldable(
  "By set",
  scored.length,
  `${names.map((name) => differencePlot(scored, name, "set")).join("\n")}\n${differenceTable("Set", scored, names)}`,
)}
<h2>Log score by set</h2>
${foldable(
  "Plot",
  scored.length,
  `${legend(names)}\n${figure(dotPlot("Log score of the model and the references by set", rowsOf(scored, names)))}`,
)}
${scoreTable("Scores by set", "Set", [...sets, all], names)}
<h2>Log score by horizon</h2>
<p>The horizon is the time from the information cutoff to the resolution date. The horizons contain different kinds of questions, so compare the differences from the references in the second table, not the scores.</p>
${legend(["uniform"])}
${figure(dotPlot("Log score of the model and of uniform forecasts by horizon", rowsOf(horizons, ["uniform"])))}
${scoreTable("Scores by horizon", "Horizon", horizons, ["uniform"])}
${differenceTable("Horizon", horizons, names)}
${overTime(periods, names)}
<h2>Reliability</h2>
<p>All options of all answered cases, in ten bins of the forecast probability. Each bin has a grey band. If the forecasts are calibrated, all points lie within their bands in 95 of 100 such evaluations; a point outside is evidence of miscalibration. Larger points stand for more forecasts. Means and frequencies give every question the same weight.</p>
${figure(reliabilityPlot("Reliability: forecast probability and observed frequency", report.reliability))}
${reliabilityTable(report)}
${slopeTable([...scored, all])}
${reliabilityBySet(scored)}
${orderedSection([...scored, all])}
${worstTable(report, names)}`;
}

function slopeItem({ slope }: Summary): string {
  if (slope === undefined) return "";
  return item("Calibration slope", `${withInterval(slope)}; 1 is calibrated, below 1 the forecasts are too confident`);
}

function warnings({ all: { questions, blocks = MIN_CLUSTERS } }: Report): string {
  const few = [
    ...(questions < MIN_CLUSTERS ? [countOf(questions, "question")] : []),
    ...(blocks < MIN_CLUSTERS ? [countOf(blocks, "block")] : []),
  ];
  if (few.length === 0) return "";
  return `<p class="warning"><strong>Few clusters.</strong> The cases belong to only ${few.join(" and ")}. With fewer than ${MIN_CLUSTERS}, intervals are too narrow.</p>`;
}

function overTime(periods: readonly Summary[], names: readonly string[]): string {
  if (periods.length < 2) return "";
  return `<h2>Difference over time</h2>
<p>Log score of the model minus that of the reference, by the date of the information cutoff.</p>
${names.map((name) => differencePlot(periods, name, "date")).join("\n")}
${foldable("Table", names.length * periods.length, differenceTable("Date", periods, names))}`;
}

function worstTable({ worst = [] }: Report, names: readonly string[]): string {
  if (worst.length === 0) return "";
  const references = names.map(
    (name): Column<WorstCase> => [`${escapeText(nameReference(name))}, log`, (one) => digits(one.references[name])],
  );
  return `<h2>Worst cases</h2>
<p>The answered cases with the highest, that is worst, log scores. Check them: the question, the outcome or the data often contains an error.</p>
${table("Cases with the highest log scores", worst, [
  ["Line", ({ file, line }) => escapeText(file === undefined ? String(line) : `${file}, ${line}`)],
  ["Set", ({ set }) => escapeText(set)],
  ["Question", ({ question }) => `<span class="text">${escapeText(question)}</span>`],
  ["Outcome", ({ outcome }) => `<span class="text">${escapeText(outcome)}</span>`],
  ["Its probability", ({ probability }) => digits(probability)],
  ["Log", ({ log }) => digits(log)],
  ...references,
])}`;
}

function refusals({ refusedBySet, refused }: Report): string {
  if (refused.length === 0) return "<p>No case was refused.</p>";
  const total = Object.groupBy(refused, ({ code }) => code);
  const codes = Object.keys(total).sort();
  const all = {
    set: "all",
    cases: refused.length,
    codes: Object.fromEntries(codes.map((code) => [code, total[code]?.length ?? 0])),
  };
  return `<h2>Refused cases</h2>\n${table(
    "Refused cases by code",
    [...refusedBySet, all],
    [
      ["Set", ({ set }) => escapeText(set)],
      ["Cases", ({ cases }) => cases],
      ...codes.map((code): Column<RefusedSet> => [code, ({ codes }) => codes[code] ?? 0]),
    ],
  )}`;
}
