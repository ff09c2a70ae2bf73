import { horizonOf } from "./horizon.ts";
import { type Loss, lossOf } from "./score-forecast.ts";

/** A forecast of another source, quoted in an input. */
export interface Quote {
  readonly source: string;
  readonly observedAt: Date;
  /** Probabilities of the options in canonical order. They may sum to 1 only approximately. */
  readonly probabilities: readonly number[];
}

export interface QuotingInput {
  readonly inputId: string;
  /** In the order of the input. */
  readonly quotes: readonly Quote[];
  /** Mean log score of the gateway's forecasts on this input; undefined if there are none. */
  readonly ownLog: number | undefined;
}

export interface ResolvedQuestion {
  /** Index of the option that happened, in canonical order. */
  readonly happened: number;
  readonly happenedAt: Date;
  readonly resolvesAt: Date;
}

interface Timed {
  readonly source: string;
  readonly observedAt: Date;
  /** Name of the range of the time from `observedAt` to the resolution date. */
  readonly horizon: string;
}

/** The weights of the scores of a question in means over questions. */
export interface Weights {
  /** 1 / number of the source's scores of the question. */
  readonly weight: number;
  /** 1 / number of the source's scores of the question with the same horizon. */
  readonly horizonWeight: number;
}

interface QuoteScore extends Quote, Timed, Loss {}

/** The newest forecast of a source in an input, compared with the gateway's forecasts on the same input. */
interface QuotePair extends Timed {
  readonly inputId: string;
  /** Index among the input's quotes. */
  readonly position: number;
  readonly log: number;
  readonly ownLog: number;
}

/**
 * Scores each quoted forecast of a question that was made before the outcome was decided, once: quotes with the same
 * source, time and probabilities are one forecast. Of two quotes with the same time, the later one in the input is newer.
 */
export function scoreQuotes(inputs: readonly QuotingInput[], question: ResolvedQuestion) {
  const scores = new Map<string, QuoteScore>();
  const pairs: QuotePair[] = [];
  for (const { inputId, quotes, ownLog } of inputs) {
    const newest = new Map<string, QuotePair>();
    for (const [position, quote] of quotes.entries()) {
      const { source, observedAt } = quote;
      if (observedAt >= question.happenedAt) continue;
      const key = keyOfQuote(quote);
      const score = scores.get(key) ?? scoreQuote(quote, question);
      scores.set(key, score);
      const last = newest.get(source);
      if (ownLog === undefined || (last !== undefined && last.observedAt > observedAt)) continue;
      const { horizon, log } = score;
      newest.set(source, { inputId, source, observedAt, position, horizon, log, ownLog });
    }
    pairs.push(...newest.values());
  }
  return { scores: weigh([...scores.values()]), pairs: weigh(pairs) };
}

/** Returns the rows of one question with their weights. */
export function weigh<Row extends Pick<Timed, "source" | "horizon">>(rows: readonly Row[]): (Row & Weights)[] {
  const bySource = Map.groupBy(rows, ({ source }) => source);
  return [...bySource.values()].flatMap((own) => {
    const byHorizon = Map.groupBy(own, ({ horizon }) => horizon);
    return own.map((row) => ({
      ...row,
      weight: 1 / own.length,
      horizonWeight: 1 / (byHorizon.get(row.horizon)?.length ?? 1),
    }));
  });
}

/** Returns a text that is equal for quotes that are the same forecast of a question. */
export function keyOfQuote({ source, observedAt, probabilities }: Quote): string {
  return JSON.stringify([source, observedAt, probabilities]);
}

function scoreQuote(quote: Quote, { happened, resolvesAt }: ResolvedQuestion): QuoteScore {
  const seconds = (resolvesAt.getTime() - quote.observedAt.getTime()) / 1_000;
  const probabilities = Object.fromEntries(quote.probabilities.map((probability, index) => [index, probability]));
  return { ...quote, horizon: horizonOf(seconds), ...lossOf(probabilities, String(happened)) };
}
