import { PIT_BINS } from "#lib/stats/pit.ts";
import type { Report } from "./build-report.ts";
import { escapeText, histogram, reliabilityPlot } from "./charts.ts";
import { bothIntervals, type Column, digits, figure, foldable, table, withInterval } from "./print-html.ts";
import type { Ordered, Summary } from "./summarise-scores.ts";

export function slopeTable(summaries: readonly Summary[]): string {
  const rows = summaries.filter(({ slope }) => slope !== undefined);
  if (rows.length === 0) return "";
  const slopes = table("Calibration slope by set", rows, [
    ["Set", ({ name }) => escapeText(name)],
    ["Questions", ({ questions }) => questions],
    ["Slope", ({ slope }) => withInterval(slope)],
  ]);
  return `<h3>Calibration slope</h3>
<p>The exponent that would improve the forecasts most, if each probability were raised to it. At 1, the forecasts are calibrated. Below 1, they are too confident; above 1, not confident enough.</p>
${foldable("By set", rows.length, slopes)}`;
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
  return table("Ranked probability score", ordered, [
    ["Set", ({ name }) => escapeText(name)],
    ["Cases", ({ cases }) => cases],
    ["Ranked probability score", ({ rps }) => bothIntervals(rps)],
  ]);
}

function pitTable(ordered: readonly NamedOrdered[]): string {
  const deciles = Array.from(
    { length: PIT_BINS },
    (_, bin): Column<NamedOrdered> => [`${bin / PIT_BINS} to ${(bin + 1) / PIT_BINS}`, ({ pit }) => digits(pit[bin])],
  );
  return table("Share of the cases by decile of the forecast distribution", ordered, [
    ["Set", ({ name }) => escapeText(name)],
    ...deciles,
  ]);
}

function tailTable(ordered: readonly NamedOrdered[]): string {
  const tails = ordered.flatMap(({ name, lowest, highest }) => [
    { name, interval: "lowest", ...lowest },
    { name, interval: "highest", ...highest },
  ]);
  return table("Outcomes in the lowest and the highest interval", tails, [
    ["Set", ({ name }) => escapeText(name)],
    ["Interval", ({ interval }) => interval],
    ["Forecast", ({ forecast }) => digits(forecast)],
    ["Observed", ({ observed }) => digits(observed)],
    ["Observed minus forecast", ({ difference }) => bothIntervals(difference)],
  ]);
}

export function reliabilityTable({ reliability, decomposition }: Report): string {
  const bins = table("Reliability", reliability, [
    ["Bin", ({ bin }) => `${bin * 10} to ${(bin + 1) * 10} %`],
    ["Forecasts", ({ forecasts }) => forecasts],
    ["Mean probability", ({ meanProbability }) => digits(meanProbability)],
    ["Observed frequency", ({ frequency }) => digits(frequency)],
    ["Band", ({ band }) => `${digits(band.low)} to ${digits(band.high)}`],
  ]);
  if (decomposition === undefined) return bins;
  const { reliability: off, resolution, uncertainty } = decomposition;
  return `${bins}\n<p>Decomposition of the Brier score of single options: reliability ${digits(off)} (0 is calibrated) − resolution ${digits(resolution)} (higher is better: the forecasts tell likely options from unlikely ones) + uncertainty ${digits(uncertainty)} (of the outcomes, whatever the forecasts).</p>`;
}
