import { formatCount, formatDifference, formatScore, formatWeight, visible } from "#lib/format.ts";
import type { Interval } from "#lib/stats/bootstrap.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { BINS, type ReliabilityPoint } from "#lib/stats/reliability.ts";
import { nameReference } from "./reference-names.ts";
import type { Comparison, Figure, Ordered, Section, Summary, Tail } from "./report.ts";

/** Formats of numbers. A figure is shown with its intervals, and has the columns `…_low` and `…_high` in downloads. */
const FORMATS = {
  count: formatCount,
  weight: formatWeight,
  score: formatScore,
  percent: formatPercent,
  difference: formatDifference,
  figure: formatScore,
  differenceFigure: formatDifference,
} as const;

export type Value = string | number | boolean | Figure | null | undefined;

/** One column of a table: on a page, in a download and in the text of `npm run evaluate`. */
export interface ScoreColumn<Row> {
  /** Header on a page; undefined if only downloads have the column. */
  readonly name?: string;
  /** Name in downloads; undefined if only pages have the column. */
  readonly csv?: string;
  /** Undefined for short texts. */
  readonly format?: keyof typeof FORMATS | "long text";
  readonly read: (row: Row, index: number) => Value;
}

export type ScoreTable<Row> = readonly ScoreColumn<Row>[];

export interface FormattedCell {
  readonly text: string;
  /** Empty if there are none. */
  readonly intervals: string;
}

export function formatCell<Row>({ read, format }: ScoreColumn<Row>, row: Row, index: number): FormattedCell {
  const value = read(row, index);
  const formatNumber = format === undefined || format === "long text" ? formatScore : FORMATS[format];
  if (value === null || value === undefined) return { text: "–", intervals: "" };
  if (isFigure(value)) return formatFigure(value, formatNumber);
  return { text: typeof value === "number" ? formatNumber(value) : visible(String(value)), intervals: "" };
}

export function formatFigure(
  { value, interval, blockInterval = null }: Figure,
  format: (value: number) => string = formatScore,
): FormattedCell {
  const between = ({ low, high }: Interval) => `${format(low)} to ${format(high)}`;
  const intervals = [
    ...(interval === null ? [] : [between(interval)]),
    ...(blockInterval === null ? [] : [`by block ${between(blockInterval)}`]),
  ];
  return { text: format(value), intervals: intervals.join("; ") };
}

export function isFigure(value: Value): value is Figure {
  return typeof value === "object" && value !== null;
}

/** Columns of groups; `head` names their dimension. The label differs from the value for reviewers only. */
export function groupTable(head: string): ScoreTable<Omit<Summary, "references"> & { readonly label?: string }> {
  return [
    { csv: "dimension", read: ({ dimension }) => dimension },
    { name: head, csv: "value", read: ({ value }) => value },
    { csv: "label", read: ({ label, value }) => label ?? value },
    { name: "Brier score", csv: "brier", format: "figure", read: ({ brier }) => brier },
    { name: "Log score", csv: "log", format: "figure", read: ({ log }) => log },
    { name: "Forecasts", csv: "forecasts", format: "count", read: ({ forecasts }) => forecasts },
    { name: "Questions", csv: "questions", format: "count", read: ({ questions }) => questions },
    { csv: "brier_over_forecasts", format: "score", read: ({ overForecasts }) => overForecasts.brier },
    { csv: "log_over_forecasts", format: "score", read: ({ overForecasts }) => overForecasts.log },
  ];
}

export const PERIOD_TABLE: ScoreTable<Section["periods"][number]> = [
  { name: "Period (UTC)", csv: "value", read: ({ value }) => value },
  { name: "Brier score", csv: "brier", format: "figure", read: ({ brier }) => brier },
  { name: "Log score", csv: "log", format: "figure", read: ({ log }) => log },
  { name: "Forecasts", csv: "forecasts", format: "count", read: ({ forecasts }) => forecasts },
  { name: "Questions", csv: "questions", format: "count", read: ({ questions }) => questions },
];

export type ReferenceRow = readonly [name: string, comparison: Comparison];

export const REFERENCE_TABLE: ScoreTable<ReferenceRow> = [
  { name: "Reference", read: ([name]) => nameReference(name) },
  { name: "Questions", format: "count", read: ([, { questions }]) => questions },
  { name: "Log score of the reference", format: "score", read: ([, { log }]) => log },
  { name: "Log difference", format: "differenceFigure", read: ([, { logDifference }]) => logDifference },
  { name: "Brier difference", format: "differenceFigure", read: ([, { brierDifference }]) => brierDifference },
  { name: "Brier skill", format: "differenceFigure", read: ([, { brierSkill }]) => brierSkill },
  { name: "Log skill", format: "differenceFigure", read: ([, { logSkill }]) => logSkill },
  { name: "Detectable", format: "score", read: ([, { detectable }]) => detectable },
];

interface MeanScore {
  readonly name: string;
  readonly figure: Figure;
  readonly overForecasts?: number;
  readonly questions: number;
}

export const MEAN_SCORE_TABLE: ScoreTable<MeanScore> = [
  { name: "Score", read: ({ name }) => name },
  { name: "Mean over questions", format: "figure", read: ({ figure }) => figure },
  { name: "Mean over forecasts", format: "score", read: ({ overForecasts }) => overForecasts },
  { name: "Questions", format: "count", read: ({ questions }) => questions },
];

/** Returns the rows of MEAN_SCORE_TABLE. */
export function meanScores({ brier, log, overForecasts, questions, binary, ranked }: Section): readonly MeanScore[] {
  const brierName = "Brier score, summed over the options (0 to 2)";
  const logName = "Log score in nats (0 to 7.60; probabilities below 0.0005 count as 0.0005)";
  const binaryName = "Brier score, binary form (0 to 1): questions with two options";
  const rankedName = "Ranked probability score (0 to 1): questions with ordered options";
  const { value = 0, questions: two = 0 } = binary ?? {};
  return [
    { name: brierName, figure: brier, overForecasts: overForecasts.brier, questions },
    ...(binary === null ? [] : [{ name: binaryName, figure: { value, interval: null }, questions: two }]),
    { name: logName, figure: log, overForecasts: overForecasts.log, questions },
    ...(ranked === null ? [] : [{ name: rankedName, figure: ranked, questions: ranked.questions }]),
  ];
}

export const RELIABILITY_TABLE: ScoreTable<ReliabilityPoint> = [
  { name: "Forecast", read: ({ bin }) => nameBin(bin) },
  { csv: "from", read: ({ bin }) => bin / BINS },
  { csv: "to", read: ({ bin }) => (bin + 1) / BINS },
  { name: "Mean", csv: "mean_probability", format: "percent", read: ({ meanProbability }) => meanProbability },
  { name: "Observed", csv: "frequency", format: "percent", read: ({ frequency }) => frequency },
  { name: "Band", read: ({ band }) => `${formatPercent(band.low)} to ${formatPercent(band.high)}` },
  { csv: "band_low", read: ({ band }) => band.low },
  { csv: "band_high", read: ({ band }) => band.high },
  { name: "Options", csv: "weight", format: "weight", read: ({ weight }) => weight },
  { name: "Forecasts", csv: "forecasts", format: "count", read: ({ forecasts }) => forecasts },
  { name: "Effective", csv: "effective", format: "count", read: ({ effective }) => effective },
];

export interface OptionBin {
  readonly bin: number;
  readonly happened: number;
  readonly happenedShare: number;
  readonly others: number;
  readonly othersShare: number;
  /** Number of questions whose highest probability is in the bin. */
  readonly questions: number;
}

export function nameBin(bin: number): string {
  return `${bin * 10} to ${bin * 10 + 10} %`;
}

/** Discrimination and sharpness. */
export const OPTION_TABLE: ScoreTable<OptionBin> = [
  { name: "Forecast", read: ({ bin }) => nameBin(bin) },
  { csv: "from", read: ({ bin }) => bin / BINS },
  { csv: "to", read: ({ bin }) => (bin + 1) / BINS },
  { name: "Happened", csv: "happened", format: "weight", read: ({ happened }) => happened },
  { name: "Share", csv: "happened_share", format: "percent", read: ({ happenedShare }) => happenedShare },
  { name: "Others", csv: "others", format: "weight", read: ({ others }) => others },
  { name: "Share of others", csv: "others_share", format: "percent", read: ({ othersShare }) => othersShare },
  { name: "Most probable option", csv: "questions", format: "weight", read: ({ questions }) => questions },
];

export function optionBins({ discrimination, sharpness }: Section): readonly OptionBin[] {
  return (discrimination?.bins ?? []).map((row, bin) => ({ ...row, bin, questions: sharpness[bin] ?? 0 }));
}

export const TAIL_TABLE: ScoreTable<Tail & { readonly name: string }> = [
  { name: "Interval", read: ({ name }) => name },
  { name: "Forecast", format: "percent", read: ({ forecast }) => forecast },
  { name: "Observed", format: "percent", read: ({ observed }) => observed },
  { name: "Difference", format: "differenceFigure", read: ({ difference }) => difference },
];

export function tailsOf({ lowest, highest }: Ordered) {
  return [
    { name: "Lowest interval", ...lowest },
    { name: "Highest interval", ...highest },
  ];
}

export const PIT_TABLE: ScoreTable<number> = [
  { name: "Decile", read: (_, bin) => `${bin / BINS} to ${(bin + 1) / BINS}` },
  { name: "Outcomes", format: "percent", read: (share) => share },
];
