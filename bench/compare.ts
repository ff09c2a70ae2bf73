import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keyOf, printColumns } from "./print-table.ts";
import type { Figures, Run } from "./run.ts";

/**
 * `npm run bench:compare -- OLD NEW`: the newest kept runs of two commits, case by case. What can be compared between runs
 * is the ratio to bare Next and the CPU a request; requests a second depend on the machine's day.
 */

const RESULTS = "bench/results";

function readRun(commit: string): Run {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith(".json"));
  const runs = names.map((name): Run => JSON.parse(readFileSync(join(RESULTS, name), "utf8")));
  const [newest] = runs.filter((run) => run.commit.startsWith(commit)).sort((a, b) => (a.at < b.at ? 1 : -1));
  if (newest === undefined)
    throw new Error(`no run of ${commit} in ${RESULTS}: there are ${runs.map((run) => run.commit)}`);
  return newest;
}

function ratio({ medians }: Run, row: Figures): number {
  const bare = medians.find(({ name, connections }) => name === "bare Next" && connections === row.connections);
  return row.perSecond / (bare?.perSecond ?? Number.NaN);
}

const [before, after] = process.argv.slice(2).map(readRun);
if (before === undefined || after === undefined) throw new Error("name two commits");
console.log(`${before.commit} (${before.at}) and ${after.commit} (${after.at})\n`);
const rows = after.medians.flatMap((row) => {
  const old = before.medians.find((one) => keyOf(one) === keyOf(row));
  if (old === undefined) return [];
  const ratios = [ratio(before, old), ratio(after, row)].map((value) => value.toFixed(2));
  const cpu = [old.cpu, row.cpu].map((value) => String(Math.round(value)));
  return [[String(row.connections), row.name, ...ratios, ...cpu, `${Math.round((100 * row.cpu) / old.cpu)} %`]];
});
printColumns([["conn", "case", "× Next, old", "new", "CPU µs, old", "new", "new of old"], ...rows]);
