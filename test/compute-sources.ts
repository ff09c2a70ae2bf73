import { horizonOf, mean } from "./compute-record.ts";
import { DAY } from "./score-ledger.ts";

/** A forecast quoted in an input, as written in the request. */
export interface MadeQuote {
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly p: Readonly<Record<string, number>>;
}

export interface MadeInput {
  readonly quotes: readonly MadeQuote[];
  /** Log scores need only the probability of each option. Retrospective forecasts are marked. */
  readonly forecasts: readonly { readonly p: Readonly<Record<string, number>>; readonly isRetrospective: boolean }[];
}

export interface MadeQuestion {
  readonly options: readonly string[];
  readonly tags: readonly string[];
  readonly resolvesAt: number;
  readonly inputs: readonly MadeInput[];
  /** The confirmed outcome; undefined if the question is void or has no confirmed outcome. */
  readonly confirmed: { readonly option: string; readonly happenedAt: number } | undefined;
}

export interface ComputedSource {
  readonly questions: number;
  readonly forecasts: number;
  readonly brier: number;
  readonly log: number;
  readonly brierSkill: number;
  readonly difference: { readonly questions: number; readonly value: number } | null;
}

interface Selection {
  readonly now: number;
  readonly nameOf: (source: string) => string;
  readonly horizon?: string | undefined;
  readonly tag?: string | undefined;
}

/** Computes the league table of sources from the definitions, without the code under test. */
export function computeSources(questions: readonly MadeQuestion[], selection: Selection): Map<string, ComputedSource> {
  const perQuestion = questions
    .filter(({ resolvesAt, tags }) => {
      return resolvesAt <= selection.now && (selection.tag === undefined || tags.includes(selection.tag));
    })
    .flatMap((question) => sourcesOf(question, selection));
  return new Map(
    [...Map.groupBy(perQuestion, ({ source }) => source)].map(([source, rows]) => {
      const differences = rows.flatMap(({ difference }) => difference ?? []);
      const found = {
        questions: rows.length,
        forecasts: rows.reduce((sum, { forecasts }) => sum + forecasts, 0),
        brier: mean(rows.map(({ brier }) => brier)),
        log: mean(rows.map(({ log }) => log)),
        brierSkill: 1 - mean(rows.map(({ brier }) => brier)) / mean(rows.map(({ options }) => 1 - 1 / options)),
        difference: differences.length === 0 ? null : { questions: differences.length, value: mean(differences) },
      };
      return [source, found];
    }),
  );
}

function sourcesOf({ options, resolvesAt, inputs, confirmed }: MadeQuestion, { nameOf, horizon }: Selection) {
  if (confirmed === undefined) return [];
  const { option, happenedAt } = confirmed;
  const logOf = (p: MadeQuote["p"]) => -Math.log(Math.max(0.0005, p[option] ?? 0));
  const isHorizon = ({ at }: MadeQuote) => horizon === undefined || horizon === horizonOf((resolvesAt - at) / DAY);
  const isUsable = ({ at, p }: MadeQuote) =>
    at < happenedAt && Object.keys(p).length === options.length && options.every((one) => Object.hasOwn(p, one));
  const usable = inputs.map((input) => ({ ...input, quotes: input.quotes.filter(isUsable) }));
  const all = usable.flatMap(({ quotes }) => quotes);
  return [...new Set(all.map(({ source }) => nameOf(source)))].flatMap((source) => {
    const own = (quotes: readonly MadeQuote[]) => quotes.filter((quote) => nameOf(quote.source) === source);
    const keyOf = ({ at, p }: MadeQuote) => `${at} ${options.map((one) => p[one]).join()}`;
    const distinct = [...new Map(own(all).map((quote) => [keyOf(quote), quote])).values()].filter(isHorizon);
    if (distinct.length === 0) return [];
    const differences = usable.flatMap(({ quotes, forecasts }) => {
      const ours = forecasts.filter(({ isRetrospective }) => !isRetrospective);
      const newest = own(quotes).reduce<MadeQuote | undefined>(
        (last, quote) => (last === undefined || quote.at >= last.at ? quote : last),
        undefined,
      );
      if (newest === undefined || ours.length === 0 || !isHorizon(newest)) return [];
      return [mean(ours.map(({ p }) => logOf(p))) - logOf(newest.p)];
    });
    const brierOf = ({ p }: MadeQuote) =>
      options.reduce((sum, one) => sum + ((p[one] ?? 0) - (one === option ? 1 : 0)) ** 2, 0);
    const row = {
      source,
      options: options.length,
      forecasts: distinct.length,
      brier: mean(distinct.map(brierOf)),
      log: mean(distinct.map(({ p }) => logOf(p))),
      difference: differences.length === 0 ? undefined : mean(differences),
    };
    return [row];
  });
}
