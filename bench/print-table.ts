import type { Figures, Run } from "./run.ts";

const BARE = "bare Next";

/** Prints the medians of a run, and how far its rounds were apart. */
export function printTable({ commit, at, cores, generator, seconds, rounds, medians, all }: Run): void {
  console.log(`${commit}, ${at}: ${generator} on ${cores} cores, ${rounds} rounds of ${seconds} s\n`);
  const head = [
    "conn",
    "case",
    "req/s",
    "± %",
    "× Next",
    "p50",
    "p99 ms",
    "CPU µs",
    "main",
    "V8",
    "others",
    "PG",
    "MiB",
  ];
  const lines = medians.map((row) => {
    const rates = all.filter((one) => keyOf(one) === keyOf(row)).map(({ perSecond }) => perSecond);
    const spread = (100 * (Math.max(...rates) - Math.min(...rates))) / 2 / row.perSecond;
    const bare = medians.find(({ name, connections }) => name === BARE && connections === row.connections);
    const ratio = bare === undefined ? "" : (row.perSecond / bare.perSecond).toFixed(2);
    const { perSecond, cpu, main, v8, others, server, memory } = row;
    const whole = [cpu, main, v8, others, server, memory].map((value) => String(Math.round(value)));
    const [p50, p99] = [row.p50Ms.toFixed(1), row.p99Ms.toFixed(1)];
    return [
      ...[String(row.connections), row.name, String(Math.round(perSecond)), spread.toFixed(0), ratio, p50, p99],
      ...whole,
      row.pauseMs > 0 ? row.pauseMs.toFixed(0) : "",
    ];
  });
  printColumns([[...head, "pause ms"], ...lines]);
}

/** Prints rows with their columns below each other: the second to the left, the others to the right. */
export function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 1 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(cells.join("  ").trimEnd());
  }
}

export function keyOf({ name, connections }: Pick<Figures, "name" | "connections">): string {
  return `${connections} ${name}`;
}
