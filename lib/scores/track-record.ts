import { type Dimension, EARLY, NO_FINDING, RETROSPECTIVE } from "#lib/domain/track-record.ts";
import { SEED } from "#lib/stats/bootstrap.ts";
import { compareFindings, type FindingScores, FindingSums } from "./finding-sums.ts";
import { GroupSums, SectionSums } from "./group-sums.ts";
import { type GroupedCase, Groups } from "./groups.ts";
import type { RecordedForecast, RecordedQuestion } from "./recorded-question.ts";
import { RELEASE } from "./reference-names.ts";
import { ENGINE_VERSION, type Section, type Summary } from "./report.ts";
import { rankedScore, uniformLoss } from "./score-forecast.ts";
import { type QuoteFilter, quoteCases } from "./score-quotes.ts";
import { type ObservationWorth, WorthSums } from "./worth-sums.ts";

/** The scores of all recorded forecasts. Deterministic: the same questions give the same report. */
export interface TrackRecordReport {
  readonly engine: number;
  readonly seed: number;
  /** Contains the questions whose resolution date had passed at this time. */
  readonly asOf: string;
  /** When the next question that was decided early reaches its resolution date; null if there is none. */
  readonly due: string | null;
  /** Groups by dimension of the track record. */
  readonly sections: readonly Section[];
  /** Answers of the candidate; `value` is its version and that of the release, which is the reference RELEASE. */
  readonly candidates: readonly Section[];
  /** Quoted sources; `value` is the name. The reference OURS is our forecasts on the same inputs. */
  readonly sources: readonly Summary[];
  readonly worths: readonly ObservationWorth[];
  readonly findings: readonly FindingScores[];
}

export interface RecordSettings {
  /** The record contains the questions whose resolution date has passed at this time. */
  readonly now: Date;
  /** The name under which a source is listed, by its other names. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Computes the track record from questions in the order of their task ids. */
export class TrackRecord {
  readonly #settings: RecordSettings;
  readonly #sections = new Groups(() => new SectionSums());
  readonly #candidates = new Groups(() => new SectionSums());
  readonly #sources: SourceRecord;
  readonly #worths = new WorthSums();
  readonly #findings = new FindingSums();
  #due: string | null = null;

  constructor(settings: RecordSettings) {
    this.#settings = settings;
    this.#sources = new SourceRecord(settings, {});
  }

  add(question: RecordedQuestion): void {
    const isEarly = new Date(question.countsFrom) > this.#settings.now;
    if (isEarly && (this.#due === null || question.countsFrom < this.#due)) this.#due = question.countsFrom;
    this.#sections.add(question.forecasts.map((forecast) => toCase(forecast, question, isEarly)));
    if (isEarly) return;
    this.#candidates.add(candidateCases(question));
    this.#sources.add(question);
    this.#worths.add(question.worths ?? []);
    this.#findings.add(question.forecasts.filter(({ retrospective }) => !retrospective));
  }

  report(): TrackRecordReport {
    return {
      engine: ENGINE_VERSION,
      seed: SEED,
      asOf: this.#settings.now.toISOString(),
      due: this.#due,
      sections: toSections(this.#sections),
      candidates: toSections(this.#candidates),
      sources: this.#sources.report(),
      worths: this.#worths.list(),
      findings: compareFindings(this.#findings),
    };
  }
}

/** Computes the scores of the quoted sources that a filter selects. */
export class SourceRecord {
  readonly #settings: RecordSettings;
  readonly #filter: QuoteFilter;
  readonly #groups = new Groups(() => new GroupSums());

  constructor(settings: RecordSettings, filter: QuoteFilter) {
    this.#settings = settings;
    this.#filter = filter;
  }

  /** Questions that resolve later are left out. */
  add(question: RecordedQuestion): void {
    const { now, aliases } = this.#settings;
    if (new Date(question.countsFrom) > now) return;
    this.#groups.add(quoteCases(question, (source) => aliases.get(source) ?? source, this.#filter));
  }

  report(): Summary[] {
    const all = this.#groups.list().map(({ dimension, value, sums }) => sums.summary(dimension, value));
    const compared = new Map(all.flatMap((one) => (one.dimension === "compared" ? [[one.value, one]] : [])));
    return all
      .filter(({ dimension }) => dimension === "source")
      .map((one) => ({ ...one, references: { ...one.references, ...compared.get(one.value)?.references } }));
  }
}

function toSections(groups: Groups<SectionSums>): Section[] {
  return groups.list().map(({ dimension, value, sums }) => sums.section(dimension, value));
}

function toCase(forecast: RecordedForecast, question: RecordedQuestion, isEarly: boolean): GroupedCase {
  const { probabilities, log, brier, baseLog, baseBrier, crowdLog, crowdBrier } = forecast;
  const groups = Object.entries(groupsOf(forecast, question, isEarly)) as [Dimension, readonly string[]][];
  return {
    ...{ probabilities, happened: question.happened, log, brier },
    rps: rankedScore(probabilities, question.happened, question.order),
    references: {
      uniform: uniformLoss(probabilities.length),
      ...(baseLog === null || baseBrier === null ? {} : { baseRate: { log: baseLog, brier: baseBrier } }),
      ...(crowdLog === null || crowdBrier === null ? {} : { lastCrowd: { log: crowdLog, brier: crowdBrier } }),
    },
    period: monthOf(question),
    groups: groups.flatMap(([dimension, values]) => values.map((value) => [dimension, value] as const)),
  };
}

function monthOf({ countsFrom }: Pick<RecordedQuestion, "countsFrom">): string {
  return countsFrom.slice(0, "2026-03".length);
}

/** Returns the values of a forecast in each dimension that it belongs to. */
function groupsOf(
  { version, horizon, probabilities, origin, findings, review, reviewers, retrospective }: RecordedForecast,
  question: RecordedQuestion,
  isEarly: boolean,
): Readonly<Partial<Record<Dimension, readonly string[]>>> {
  if (isEarly) return { early: [EARLY] };
  if (retrospective) return { retrospective: [RETROSPECTIVE] };
  return {
    all: [""],
    month: [monthOf(question)],
    version: [version],
    horizon: [horizon],
    tag: question.tags,
    options: [String(probabilities.length)],
    origin: origin === null ? [] : [origin],
    finding: findings.length === 0 ? [NO_FINDING] : findings,
    review: review === null ? [] : [review],
    reviewer: reviewers,
  };
}

/** Leaves out retrospective answers, also if only one of the two is. */
function candidateCases({ forecasts, candidates, happened, ...question }: RecordedQuestion): GroupedCase[] {
  const releases = new Map(forecasts.map((forecast) => [forecast.requestId, forecast]));
  return candidates.flatMap(({ predictionId, version, retrospective, probabilities, log, brier }) => {
    const release = releases.get(predictionId);
    if (release === undefined || release.retrospective || retrospective) return [];
    const groups = [["candidate", `${version} ${release.version}`]] as const;
    const period = monthOf(question);
    return [{ probabilities, happened, log, brier, references: { [RELEASE]: release }, period, groups }];
  });
}
