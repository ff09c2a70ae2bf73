/**
 * A Prometheus histogram of seconds, with one series for each value of its one label. Every prediction adds seven values:
 * prom-client takes a tenth of the prediction's time for that, because it looks each series up by its labels.
 */
export interface Durations<Series extends string> {
  add(series: Series, seconds: number): void;
  /** In Prometheus' text format. */
  text(): string;
}

interface Options<Series extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly series: readonly Series[];
  /** Upper bounds in seconds, ascending. */
  readonly buckets: readonly number[];
}

export function createDurations<Series extends string>(options: Options<Series>): Durations<Series> {
  const { name, help, label, series, buckets } = options;
  const totals = Object.fromEntries(
    series.map((one) => [one, { counts: new Float64Array(buckets.length + 1), sum: 0 }]),
  ) as Record<Series, { readonly counts: Float64Array; sum: number }>;

  function linesOf(one: Series): string[] {
    const { counts, sum } = totals[one];
    let count = 0;
    const bounds = [...buckets.map(String), "+Inf"].map((bound, index) => {
      count += counts[index] ?? 0;
      return `${name}_bucket{le="${bound}",${label}="${one}"} ${count}`;
    });
    if (count === 0) return [];
    return [...bounds, `${name}_sum{${label}="${one}"} ${sum}`, `${name}_count{${label}="${one}"} ${count}`];
  }

  return {
    add(one, seconds) {
      let bucket = 0;
      while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket++;
      const total = totals[one];
      total.counts[bucket] = (total.counts[bucket] ?? 0) + 1;
      total.sum += seconds;
    },
    text: () => `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${series.flatMap(linesOf).join("\n")}\n`,
  };
}
