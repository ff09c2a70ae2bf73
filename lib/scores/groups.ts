import type { Case, GroupSums } from "./group-sums.ts";

/** A forecast with the groups that it belongs to: pairs of a dimension and a value. */
export interface GroupedCase extends Case {
  readonly groups: readonly (readonly [dimension: string, value: string])[];
}

interface Group<Sums> {
  readonly dimension: string;
  readonly value: string;
  readonly sums: Sums;
}

/** Collects the groups of forecasts, question by question, so that the questions need not be in memory together. */
export class Groups<Sums extends GroupSums> {
  /** By dimension and value: faster than one map whose keys join both. */
  readonly #groups = new Map<string, Map<string, Group<Sums>>>();
  readonly #create: () => Sums;

  constructor(create: () => Sums) {
    this.#create = create;
  }

  /** Adds the forecasts of one question. */
  add(forecasts: readonly GroupedCase[]): void {
    const members = new Map<Group<Sums>, GroupedCase[]>();
    for (const forecast of forecasts) {
      for (const [dimension, value] of forecast.groups) {
        const group = this.#find(dimension, value);
        const others = members.get(group);
        if (others === undefined) members.set(group, [forecast]);
        else others.push(forecast);
      }
    }
    for (const [{ sums }, own] of members) sums.add(own);
  }

  /** Returns the groups by dimension, in the order of their first forecasts. */
  list(): readonly Group<Sums>[] {
    return [...this.#groups.values()].flatMap((values) => [...values.values()]);
  }

  #find(dimension: string, value: string): Group<Sums> {
    const values = this.#groups.get(dimension) ?? new Map<string, Group<Sums>>();
    const found = values.get(value) ?? { dimension, value, sums: this.#create() };
    this.#groups.set(dimension, values.set(value, found));
    return found;
  }
}
