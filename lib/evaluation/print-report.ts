import { LOG_FLOOR } from "#lib/stats/scores.ts";
import type { Report } from "./build-report.ts";
import { dotPlot, drawShape, escapeText, type Mark, reliabilityPlot } from "./charts.ts";
import { REFERENCE_NAMES, REFERENCES, type ReferenceName } from "./score-answers.ts";
import type { Figure, Summary } from "./summarise-scores.ts";

const SHAPES: Readonly<Record<ReferenceName, Mark["shape"]>> = {
  uniform: "cross",
  last: "square",
  sources: "diamond",
  walk: "triangle",
};

/** Returns a report as one self-contained HTML page: plots, and tables with every number. */
export function printReport(report: Report): string {
  const { subject, all, versions, answered, cases } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Evaluation of ${escapeText(subject.adapter)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Evaluation of ${escapeText(subject.adapter)}${subject.server === null ? "" : ` on ${escapeText(subject.server)}`}</h1>
<dl>
${versions.map(({ version, answers }) => item("Model version", `<code>${escapeText(version)}</code>, ${answers} answers`)).join("\n")}
${item("Data", `${subject.files.map(escapeText).join(", ")}; SHA-256 <code>${escapeText(subject.dataDigest)}</code>`)}
${item("Answered", `${answered} of ${cases} cases, of ${all.questions} questions`)}
${item("Log score, mean over questions", withInterval(all.log))}
${item("Brier score, mean over questions", withInterval(all.brier))}
${item("Mean over cases", `log score ${digits(all.overCases?.log)}, Brier score ${digits(all.overCases?.brier)}`)}
</dl>
<p>Lower is better. Log score: the negative natural logarithm of the outcome's probability; a probability below ${LOG_FLOOR} counts as ${LOG_FLOOR}. Brier score: the sum of squared errors over the options, from 0 to 2. Brackets contain 95 % intervals, by bootstrap over questions. Means, differences and reliability are over questions: the cases of a question are averaged first, so that every question has the same weight. References are simple forecasts from the same input; each is scored on the answered cases that have the input for it. Refused cases are not scored.</p>
${refusals(report)}
${answered === 0 ? "" : scoreSections(report)}
</main>
</body>
</html>
`;
}

function scoreSections(report: Report): string {
  const { all, sets, horizons } = report;
  const names = REFERENCES.filter((name) => all.references[name] !== undefined);
  const scored = sets.filter((set) => set.cases > 0);
  return `<h2>Log score by set</h2>
${legend(names)}
${figure(dotPlot("Log score of the model and the references by set", rowsOf(scored, names)))}
${scoreTable("Scores by set", "Set", [...sets, all], names)}
<h2>Difference from the references by set</h2>
<p>Model minus reference, paired by case. Below 0, the model is better.</p>
${names.map((name) => differencePlot(scored, name, "set")).join("\n")}
${differenceTable("Set", [...scored, all], names)}
<h2>Log score by horizon</h2>
<p>Time from the information cutoff to the resolution date.</p>
${legend(["uniform"])}
${figure(dotPlot("Log score of the model and of uniform forecasts by horizon", rowsOf(horizons, ["uniform"])))}
${scoreTable("Scores by horizon", "Horizon", horizons, ["uniform"])}
<p>The cases of a horizon differ in kind, so the other references are compared with the model case by case.</p>
${names.flatMap((name) => (name === "uniform" ? [] : differencePlot(horizons, name, "horizon"))).join("\n")}
${differenceTable("Horizon", horizons, names)}
<h2>Reliability</h2>
<p>All options of all answered cases, in ten bins of the forecast probability. For a calibrated forecaster, all points lie within the grey bands in 95 of 100 evaluations. Larger points stand for more forecasts.</p>
${figure(reliabilityPlot("Reliability: forecast probability and observed frequency", report.reliability))}
${reliabilityTable(report)}
${outerTable([...scored, all])}`;
}

function item(name: string, html: string): string {
  return `<dt>${name}</dt><dd>${html}</dd>`;
}

function figure(svg: string): string {
  return `<div class="plot" tabindex="0">${svg}</div>`;
}

function rowsOf(summaries: readonly Summary[], names: readonly ReferenceName[]) {
  return summaries.map(({ name, log, references }) => ({
    name,
    marks: [
      ...names.flatMap((reference): Mark[] => {
        const score = references[reference]?.log;
        return score === undefined ? [] : [{ series: reference, shape: SHAPES[reference], value: score }];
      }),
      ...(log === undefined ? [] : [{ series: "model", shape: "circle" as const, ...log }]),
    ],
  }));
}

function legend(names: readonly ReferenceName[]): string {
  const entry = (series: string, shape: Mark["shape"], text: string) =>
    `<span><svg class="key" viewBox="0 0 14 14" aria-hidden="true"><g class="${series}">${drawShape(shape, 7, 7)}</g></svg> ${text}</span>`;
  const entries = [
    entry("model", "circle", "model, with its interval"),
    ...names.map((name) => entry(name, SHAPES[name], REFERENCE_NAMES[name])),
  ];
  return `<p class="legend">${entries.join(" ")}</p>`;
}

function differencePlot(summaries: readonly Summary[], reference: ReferenceName, by: string): string {
  const rows = summaries.flatMap(({ name, references }) => {
    const difference = references[reference]?.logDifference;
    return difference === undefined
      ? []
      : [{ name, marks: [{ series: "model", shape: "circle" as const, ...difference }] }];
  });
  const title = `Log score, model minus ${REFERENCE_NAMES[reference]}`;
  return `<h3>${title}</h3>\n${figure(dotPlot(`${title}, by ${by}`, rows, { zero: true }))}`;
}

function scoreTable(
  caption: string,
  head: string,
  summaries: readonly Summary[],
  names: readonly ReferenceName[],
): string {
  return table(
    caption,
    [
      head,
      "Cases",
      "Questions",
      "Brier",
      "Log",
      "Brier over cases",
      "Log over cases",
      ...names.map((name) => `${REFERENCE_NAMES[name]}, log`),
    ],
    summaries.map(({ name, cases, questions, brier, log, overCases, references }) => [
      escapeText(name),
      String(cases),
      String(questions),
      withInterval(brier),
      withInterval(log),
      digits(overCases?.brier),
      digits(overCases?.log),
      ...names.map((reference) => digits(references[reference]?.log)),
    ]),
  );
}

function differenceTable(head: string, summaries: readonly Summary[], names: readonly ReferenceName[]): string {
  return table(
    "Model minus reference",
    [head, ...names.flatMap((name) => [`${REFERENCE_NAMES[name]}, log`, `${REFERENCE_NAMES[name]}, Brier`])],
    summaries.map(({ name, references }) => [
      escapeText(name),
      ...names.flatMap((reference) => {
        const comparison = references[reference];
        return [withInterval(comparison?.logDifference), withInterval(comparison?.brierDifference)];
      }),
    ]),
  );
}

function reliabilityTable({ reliability, decomposition }: Report): string {
  const rows = reliability.map(({ bin, forecasts, meanProbability, frequency, band }) => [
    `${bin * 10} to ${(bin + 1) * 10} %`,
    String(forecasts),
    digits(meanProbability),
    digits(frequency),
    `${digits(band.low)} to ${digits(band.high)}`,
  ]);
  const bins = table("Reliability", ["Bin", "Forecasts", "Mean probability", "Observed frequency", "Band"], rows);
  if (decomposition === undefined) return bins;
  const { reliability: off, resolution, uncertainty } = decomposition;
  return `${bins}\n<p>Decomposition of the Brier score of single options: reliability ${digits(off)} (0 is calibrated), resolution ${digits(resolution)}, uncertainty ${digits(uncertainty)}.</p>`;
}

function outerTable(summaries: readonly Summary[]): string {
  const rows = summaries.flatMap(({ name, outer }) =>
    outer === undefined ? [] : [[escapeText(name), digits(outer.forecast), digits(outer.came)]],
  );
  if (rows.length === 0) return "";
  return `<h2>Outer intervals of series</h2>\n<p>The lowest and the highest interval of each series together: their mean forecast probability, and how often the outcome was in one of them.</p>\n${table("Outer intervals", ["Set", "Forecast probability", "Observed frequency"], rows)}`;
}

function refusals({ refusedBySet, refused }: Report): string {
  if (refused.length === 0) return "<p>No case was refused.</p>";
  const codes = [...new Set(refused.map(({ code }) => code))].sort();
  return `<h2>Refused cases</h2>\n${table(
    "Refused cases by code",
    ["Set", "Cases", ...codes],
    [
      ...refusedBySet.map((one) => [
        escapeText(one.set),
        String(one.cases),
        ...codes.map((code) => String(one.codes[code] ?? 0)),
      ]),
      [
        "all",
        String(refused.length),
        ...codes.map((code) => String(refused.filter((one) => one.code === code).length)),
      ],
    ],
  )}`;
}

/** Returns a table. Cells are HTML; the first cell of a row is its header. */
function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map(([name = "", ...rest]) => {
    return `<tr><th scope="row">${name}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  const heads = head.map((name) => `<th scope="col">${name}</th>`).join("");
  return `<div class="table" tabindex="0"><table><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${cells.join("")}</tbody></table></div>`;
}

function withInterval(figure: Figure | undefined): string {
  if (figure?.interval === undefined) return digits(figure?.value);
  const { low, high } = figure.interval;
  return `${digits(figure.value)} <small>[${digits(low)}, ${digits(high)}]</small>`;
}

function digits(value: number | undefined): string {
  if (value === undefined) return "–";
  const text = value.toFixed(4);
  return text === "-0.0000" ? "0.0000" : text.replace("-", "−");
}

const STYLE = `
:root { --ink: #1d2330; --dim: #5b6475; --paper: #fff; --line: #dfe3ea; --band: #d3d8e2; --model: #1f5fbf; --uniform: #767676; --last: #b4540a; --sources: #2f7d32; --walk: #8a3fb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --dim: #a2abbb; --paper: #14171d; --line: #2f3642; --band: #3d4657; --model: #7fb2ff; --uniform: #a9a9a9; --last: #ffab6b; --sources: #7fd083; --walk: #d49bf5; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 24px; overflow-wrap: anywhere; } h2 { font-size: 19px; margin-top: 40px; } h3 { font-size: 15px; margin-bottom: 4px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
.plot, .table { overflow-x: auto; margin: 8px 0 16px; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); } .zero { stroke: var(--dim); stroke-width: 1.5; } .band { fill: var(--band); }
.model { fill: var(--model); stroke: var(--model); } .model.line { fill: none; stroke-width: 1.5; }
.uniform { fill: var(--uniform); stroke: var(--uniform); } .last { fill: var(--last); stroke: var(--last); } .sources { fill: var(--sources); stroke: var(--sources); } .walk { fill: var(--walk); stroke: var(--walk); }
.stroke { fill: none; stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; } .key { width: 14px; height: 14px; vertical-align: -2px; }
table { border-collapse: collapse; white-space: nowrap; font-variant-numeric: tabular-nums; } caption { text-align: left; color: var(--dim); padding: 4px 0; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); text-align: right; } th:first-child { text-align: left; } thead th { color: var(--dim); font-weight: 600; } tbody th { font-weight: 500; }
small { color: var(--dim); }
`;
