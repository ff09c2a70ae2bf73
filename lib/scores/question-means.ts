import { bootstrap, type Clusters, meansOf, type Statistic } from "#lib/stats/bootstrap.ts";
import { GrowingFloats } from "./growing-floats.ts";
import type { Figure } from "./report.ts";

/**
 * Collects values of forecasts, averaged over the forecasts of each question, so that a question counts once however
 * often it is asked. `width` is the number of values of a forecast.
 */
export class QuestionMeans {
  readonly #width: number;
  readonly #means = new GrowingFloats();
  /** By block: the weighted sums of the values, and the weight of the forecasts. */
  readonly #blocks = new Map<string, Float64Array>();
  readonly #values: Float64Array;
  #forecasts = 0;

  constructor(width: number) {
    this.#width = width;
    this.#values = new Float64Array(width);
  }

  get forecasts(): number {
    return this.#forecasts;
  }

  get questions(): number {
    return this.#means.length / this.#width;
  }

  get blocks(): number {
    return this.#blocks.size;
  }

  /**
   * Adds the forecasts of one question that have the values. `read` writes the values of a forecast to `values`; false if
   * it has none.
   */
  add<One extends { readonly block?: string | undefined }>(
    forecasts: readonly One[],
    read: (forecast: One, values: Float64Array) => boolean,
  ): void {
    const [sums, values] = [new Float64Array(this.#width), this.#values];
    let count = 0;
    for (const forecast of forecasts) {
      if (!read(forecast, values)) continue;
      count++;
      addTo(sums, values, 1);
    }
    if (count === 0) return;
    this.#forecasts += count;
    for (const sum of sums) this.#means.push(sum / count);
    for (const forecast of forecasts) {
      const { block } = forecast;
      if (block !== undefined && read(forecast, values)) this.#addToBlock(block, values, 1 / count);
    }
  }

  /** Returns the mean over questions of each value; NaN without questions. */
  means(): Float64Array {
    return meansOf(this.#questionClusters());
  }

  /** Returns statistics of the means with their intervals, in the order of the statistics; null if undefined. */
  figures(statistics: readonly Statistic[]): (Figure | null)[] {
    const clusters = this.#questionClusters();
    const means = meansOf(clusters);
    const intervals = bootstrap(clusters, statistics);
    const byBlock = this.#blocks.size === 0 ? undefined : bootstrap(this.#blockClusters(), statistics);
    return statistics.map((statistic, index) => {
      const value = this.questions === 0 ? undefined : statistic(means);
      if (value === undefined) return null;
      const interval = intervals[index] ?? null;
      return { value, interval, ...(byBlock === undefined ? {} : { blockInterval: byBlock[index] ?? null }) };
    });
  }

  /** Returns the standard error of a statistic that is linear in the means; null with fewer than two questions. */
  standardError(statistic: (means: Float64Array) => number): number | null {
    const [{ sums }, questions] = [this.#questionClusters(), this.questions];
    if (questions < 2) return null;
    const values = Float64Array.from({ length: questions }, (_, question) =>
      statistic(sums.subarray(question * this.#width, (question + 1) * this.#width)),
    );
    const centre = values.reduce((sum, value) => sum + value, 0) / questions;
    const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (questions - 1);
    return Math.sqrt(variance / questions);
  }

  #addToBlock(name: string, values: Float64Array, weight: number): void {
    const block = this.#blocks.get(name) ?? new Float64Array(this.#width + 1);
    this.#blocks.set(name, block);
    addTo(block, values, weight);
    block[this.#width] = (block[this.#width] as number) + weight;
  }

  #questionClusters(): Clusters {
    return { width: this.#width, sums: this.#means.view(), weights: new Float64Array(this.questions).fill(1) };
  }

  #blockClusters(): Clusters {
    const [width, blocks] = [this.#width, [...this.#blocks.values()]];
    const sums = new Float64Array(blocks.length * width);
    for (const [index, block] of blocks.entries()) sums.set(block.subarray(0, width), index * width);
    return { width, sums, weights: Float64Array.from(blocks, (block) => block[width] as number) };
  }
}

function addTo(sums: Float64Array, values: Float64Array, weight: number): void {
  for (let column = 0; column < values.length; column++) {
    sums[column] = (sums[column] as number) + weight * (values[column] as number);
  }
}
