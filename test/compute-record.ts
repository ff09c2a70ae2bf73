import { expect } from "vitest";
import { CUTOFFS, DAY, distribution, type Made, type MadeForecast } from "./score-ledger.ts";

/** Names of horizons, and the number of days below which they apply. */
const HORIZONS = [
  ["under 1 day", 1],
  ["1 to 7 days", 7],
  ["7 to 30 days", 30],
  ["30 to 90 days", 90],
  ["90 to 365 days", 365],
] as const;

interface Loss {
  readonly brier: number;
  readonly log: number;
}

export interface Row extends Loss {
  readonly made: Made;
  readonly forecast: MadeForecast;
  readonly happened: string;
  readonly uniform: Loss;
  readonly base: Loss | undefined;
  readonly crowd: Loss | undefined;
}

/** Computes the scores of a ledger from their definitions, without the code under test. */
export function scoreLedger(ledger: readonly Made[]): Row[] {
  return ledger.flatMap((made) => {
    const { question, forecasts, confirmed } = made;
    const { options, counts, crowd } = question;
    if (confirmed === undefined || confirmed.option === null) return [];
    const happened = confirmed.option;
    const loss = (p: Readonly<Record<string, number>>): Loss => {
      let brier = 0;
      for (const option of options) brier += ((p[option] ?? 0) - (option === happened ? 1 : 0)) ** 2;
      return { brier, log: -Math.log(Math.max(p[happened] ?? 0, 0.0005)) };
    };
    const even = distribution(
      options,
      options.map(() => 1),
    );
    return forecasts
      .filter(({ at }) => at < confirmed.happenedAt)
      .map((forecast) => {
        const isFirst = forecast.input === 0;
        return {
          made,
          forecast,
          happened,
          ...loss(forecast.p),
          uniform: loss(even),
          base: isFirst && counts?.some(Boolean) ? loss(distribution(options, counts)) : undefined,
          crowd: isFirst && crowd !== null ? loss(distribution(options, crowd)) : undefined,
        };
      });
  });
}

export function horizonOf(days: number): string {
  return HORIZONS.find(([, below]) => days < below)?.[0] ?? "365 days and more";
}

export function expectClose(found: number | null | undefined, expected: number | null | undefined): void {
  if (expected === null || expected === undefined) expect(found ?? null).toBeNull();
  else expect(found ?? Number.NaN).toBeCloseTo(expected, 8);
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** Returns the mean over questions of the means over the question's rows, per question. */
export function questionMeans<R extends Row>(rows: readonly R[], numberOf: (row: R) => number): number[] {
  return [...Map.groupBy(rows, ({ made }) => made.taskId).values()].map((group) => mean(group.map(numberOf)));
}

/** Returns the rows of every part of the track record at a time, by dimension and value. */
export function partsAt(rows: readonly Row[], now: number): Map<string, Row[]> {
  const parts = new Map<string, Row[]>();
  for (const row of rows) {
    for (const name of namesOf(row, now)) parts.set(name, [...(parts.get(name) ?? []), row]);
  }
  return parts;
}

/** Returns the rows of forecasts whose candidate answered before the outcome was decided, with the candidate's scores. */
export function candidateRows(rows: readonly Row[]): (Row & { readonly candidate: Loss; readonly versions: string })[] {
  return rows.flatMap((row) => {
    const { made, forecast, happened } = row;
    const { candidate, input } = forecast;
    const isLate = (candidate?.at ?? 0) >= (made.confirmed?.happenedAt ?? 0);
    if (candidate === undefined || isLate || isRetrospective({ forecast: { ...candidate, input } })) return [];
    const squares = made.question.options.map(
      (option) => ((candidate.p[option] ?? 0) - Number(option === happened)) ** 2,
    );
    const brier = squares.reduce((sum, one) => sum + one, 0);
    const log = -Math.log(Math.max(candidate.p[happened] ?? 0, 0.0005));
    return [{ ...row, candidate: { brier, log }, versions: `${candidate.version} ${forecast.version}` }];
  });
}

export function isRetrospective({ forecast: { training_cutoff, input } }: Pick<Row, "forecast">): boolean {
  return training_cutoff !== undefined && input === 0;
}

function namesOf({ made, forecast }: Row, now: number): string[] {
  const { resolvesAt, question } = made;
  if (resolvesAt > now) return ["early decided early"];
  if (isRetrospective({ forecast })) return ["retrospective retrospective"];
  const days = (resolvesAt - Date.parse(CUTOFFS[forecast.input])) / DAY;
  return [
    "all ",
    `month ${new Date(resolvesAt).toISOString().slice(0, 7)}`,
    `version ${forecast.version}`,
    `horizon ${horizonOf(days)}`,
    `options ${question.options.length}`,
    ...(question.tagged ? ["tag pilot"] : []),
  ];
}

export interface ComputedBin {
  readonly forecasts: number;
  readonly weight: number;
  readonly probability: number;
  readonly happened: number;
  readonly effective: number;
}

/** Returns the reliability bins. Each option of a question has the weight 1, divided among the question's rows. */
export function binsOf(rows: readonly Row[]): Map<number, ComputedBin> {
  const sizes = Map.groupBy(rows, ({ made }) => made.taskId);
  const cells = rows.flatMap(({ made: { taskId }, forecast, happened }) =>
    Object.entries(forecast.p).map(([option, at]) => {
      const weight = 1 / (sizes.get(taskId)?.length ?? 1);
      return {
        bin: at === 1 ? 9 : Math.floor(at * 10),
        key: `${taskId} ${option}`,
        weight,
        at,
        hit: option === happened,
      };
    }),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return new Map(
    [...Map.groupBy(cells, ({ bin }) => bin)].map(([bin, inside]) => {
      const weight = sum(inside.map((cell) => cell.weight));
      const shared = [...Map.groupBy(inside, ({ key }) => key).values()].map((all) =>
        sum(all.map((cell) => cell.weight)),
      );
      return [
        bin,
        {
          forecasts: inside.length,
          weight,
          probability: sum(inside.map((cell) => cell.weight * cell.at)) / weight,
          happened: sum(inside.map((cell) => (cell.hit ? cell.weight : 0))) / weight,
          effective: Math.max(1, Math.floor(weight ** 2 / sum(shared.map((one) => one ** 2)) + 1e-9)),
        },
      ];
    }),
  );
}
