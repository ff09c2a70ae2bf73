import { PIT_BINS } from "#lib/stats/pit.ts";
import type { Report } from "./build-report.ts";
import { escapeText, histogram, reliabilityPlot } from "./charts.ts";
import { bothIntervals, digits, figure, foldable, table, withInterval } from "./print-html.ts";
import type { Ordered, Summary, Tail } from "./summarise-scores.ts";

export function slopeTable(summaries: readonly Summary[]): string {
  const rows = summaries.flatMap(({ name, questions, slope }) =>
    slope === undefined ? [] : [[escapeText(name), String(questions), withInterval(slope)]],
  );
  if (rows.length === 0) return "";
  return `<h3>Calibration slope</h3>
<p>The exponent that would improve the forecasts most, if each probability were raised to it. At 1, the forecasts are calibrated. Below 1, they are too confident; above 1, not confident enough.</p>
${foldable("By set", rows.length, table("Calibration slope by set", ["Set", "Questions", "Slope"], rows))}`;
}

export function reliabilityBySet(sets: readonly Summary[]): string {
  const plots = sets.flatMap(({ name, reliability = [] }) =>
    reliability.length === 0
      ? []
      : [`<h3>${escapeText(name)}</h3>\n${figure(reliabilityPlot(`Reliability of ${name}`, reliability))}`],
  );
  if (plots.length < 2) return "";
  return foldable("Reliability by set", plots.length, plots.join("\n"));
}

export function orderedSection(summaries: readonly Summary[]): string {
  const ordered = summaries.flatMap(({ name, ordered: one }) => (one === undefined ? [] : [{ name, ...one }]));
  const all = ordered.at(-1);
  if (all === undefined) return "";
  const bySet = ordered.slice(0, -1);
  return `<h2>Numeric questions</h2>
<p>Cases whose options are the intervals of a series. The ranked probability score takes their order into account: a probability far from the outcome costs more than one next to it. It ranges from 0 to 1.</p>
${rankedTable([all])}
<h3>Lowest and highest interval</h3>
<p>Both intervals are open-ended. If outcomes were in an interval more often than forecast (above 0), the forecasts are too narrow on this side; if less often (below 0), too wide.</p>
${tailTable([all])}
<h3>Probability integral transform</h3>
<p>The position of the outcome in the forecast distribution. For a calibrated forecaster, all bars end near the dashed line. High bars at both ends: the forecasts are too narrow. High bars in the middle: too wide. Bars that rise to the right: outcomes are higher than forecast.</p>
${figure(histogram("Histogram of the probability integral transform", all.pit))}
${pitTable([all])}
${foldable("By set", bySet.length, `${rankedTable(bySet)}\n${tailTable(bySet)}\n${pitTable(bySet)}`)}`;
}

type NamedOrdered = Ordered & { readonly name: string };

function rankedTable(ordered: readonly NamedOrdered[]): string {
  return table(
    "Ranked probability score",
    ["Set", "Cases", "Ranked probability score"],
    ordered.map(({ name, cases, rps }) => [escapeText(name), String(cases), bothIntervals(rps)]),
  );
}

function pitTable(ordered: readonly NamedOrdered[]): string {
  return table(
    "Share of the cases by decile of the forecast distribution",
    ["Set", ...Array.from({ length: PIT_BINS }, (_, bin) => `${bin / PIT_BINS} to ${(bin + 1) / PIT_BINS}`)],
    ordered.map(({ name, pit }) => [escapeText(name), ...pit.map(digits)]),
  );
}

function tailTable(ordered: readonly NamedOrdered[]): string {
  const row = (name: string, interval: string, { forecast, observed, difference }: Tail) => [
    escapeText(name),
    interval,
    digits(forecast),
    digits(observed),
    bothIntervals(difference),
  ];
  return table(
    "Outcomes in the lowest and the highest interval",
    ["Set", "Interval", "Forecast", "Observed", "Observed minus forecast"],
    ordered.flatMap(({ name, lowest, highest }) => [row(name, "lowest", lowest), row(name, "highest", highest)]),
  );
}

export function reliabilityTable({ reliability, decomposition }: Report): string {
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
  return `${bins}\n<p>Decomposition of the Brier score of single options: reliability ${digits(off)} (0 is calibrated) − resolution ${digits(resolution)} (higher is better: the forecasts tell likely options from unlikely ones) + uncertainty ${digits(uncertainty)} (of the outcomes, whatever the forecasts).</p>`;
}
