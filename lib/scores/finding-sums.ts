import { bootstrap, type Clusters, meansOf } from "#lib/stats/bootstrap.ts";
import { GrowingFloats } from "./growing-floats.ts";
import type { RecordedForecast } from "./recorded-question.ts";
import type { Figure } from "./report.ts";

/** Mean log scores of forecasts with and without a finding. */
export interface FindingScores {
  readonly finding: string;
  readonly with: FindingMean;
  readonly without: FindingMean;
  /** The mean with the finding minus the mean without it. Above 0, forecasts with the finding were worse. */
  readonly difference: Figure | null;
}

interface FindingMean {
  readonly questions: number;
  /** In nats, averaged over the forecasts of each question, then over questions. Null without questions. */
  readonly log: number | null;
}

/** The mean log scores of one question; undefined if it has no such forecast. */
interface FoundQuestion {
  readonly index: number;
  readonly with: number;
  readonly without: number | undefined;
}

/** Collects log scores by finding. A question may have forecasts with a finding and others without it. */
export class FindingSums {
  readonly logs = new GrowingFloats();
  readonly findings = new Map<string, FoundQuestion[]>();

  /** Adds the forecasts of one question. */
  add(forecasts: readonly Pick<RecordedForecast, "log" | "findings">[]): void {
    if (forecasts.length === 0) return;
    const total = sumOf(forecasts);
    for (const finding of new Set(forecasts.flatMap(({ findings }) => findings))) {
      const having = forecasts.filter(({ findings }) => findings.includes(finding));
      const others = forecasts.length - having.length;
      const found = {
        index: this.logs.length,
        with: sumOf(having) / having.length,
        without: others === 0 ? undefined : (total - sumOf(having)) / others,
      };
      this.findings.set(finding, [...(this.findings.get(finding) ?? []), found]);
    }
    this.logs.push(total / forecasts.length);
  }
}

/** Returns the comparisons, worst difference first. */
export function compareFindings({ logs, findings }: FindingSums): FindingScores[] {
  return [...findings]
    .map(([finding, questions]) => compareFinding(finding, questions, logs.view()))
    .sort((a, b) => (b.difference?.value ?? 0) - (a.difference?.value ?? 0));
}

/** Number of questions and sum of log scores, with and without the finding. */
const WIDTH = 4;

function compareFinding(finding: string, found: readonly FoundQuestion[], logs: Float64Array): FindingScores {
  const sums = new Float64Array(logs.length * WIDTH);
  for (const [index, log] of logs.entries()) sums.set([0, 0, 1, log], index * WIDTH);
  for (const one of found) {
    sums.set([1, one.with, one.without === undefined ? 0 : 1, one.without ?? 0], one.index * WIDTH);
  }
  const clusters: Clusters = { width: WIDTH, sums, weights: new Float64Array(logs.length).fill(1) };
  const [share = 0, log = 0, otherShare = 0, otherLog = 0] = meansOf(clusters);
  const value = differenceOf(Float64Array.of(share, log, otherShare, otherLog));
  const [interval = null] = bootstrap(clusters, [differenceOf]);
  return {
    finding,
    with: { questions: found.length, log: log / share },
    without: { questions: Math.round(otherShare * logs.length), log: otherShare === 0 ? null : otherLog / otherShare },
    difference: value === undefined ? null : { value, interval },
  };
}

function differenceOf([share = 0, log = 0, otherShare = 0, otherLog = 0]: Float64Array): number | undefined {
  return share === 0 || otherShare === 0 ? undefined : log / share - otherLog / otherShare;
}

function sumOf(forecasts: readonly { readonly log: number }[]): number {
  return forecasts.reduce((sum, { log }) => sum + log, 0);
}
