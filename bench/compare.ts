import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIFFERENT, TYPICAL } from "./bodies.ts";
import { GENERATOR } from "./load.ts";
import { type Case, type Figures, measureRounds, ROUNDS, SECONDS } from "./measure.ts";
import { median } from "./median.ts";
import { printColumns } from "./print-columns.ts";
import { hasSubject, type Subject, startSubject } from "./subjects.ts";

/**
 * `node bench/compare.ts OLD [NEW]`: measures the gateways of two commits in alternating rounds, and a minimal Next
 * app as reference. NEW defaults to the working tree. Each commit is installed and built once, in a temporary folder.
 */

const CONNECTIONS = 16;

/**
 * Checks out a commit in a temporary folder, installs its dependencies and returns the folder. Reuses an earlier one.
 */
function checkOut(commit: string): string {
  const id = execFileSync("git", ["rev-parse", "--verify", `${commit}^{commit}`], { encoding: "utf8" }).trim();
  const folder = join(tmpdir(), `gateway-bench-${id.slice(0, 12)}`);
  if (existsSync(join(folder, "node_modules"))) return folder;
  execFileSync("git", ["worktree", "add", "--force", "--detach", folder, id], { stdio: "ignore" });
  const [own, other] = [".", folder].map((root) => readFileSync(join(root, "package-lock.json"), "utf8"));
  // Hard links, because Turbopack refuses a symbolic link to a folder outside the project.
  if (own === other) execFileSync("cp", ["-al", "node_modules", folder]);
  else execFileSync("npm", ["install", "--no-save", "--prefer-offline"], { cwd: folder, stdio: "inherit" });
  return folder;
}

const [old, now] = process.argv.slice(2);
if (old === undefined)
  throw new Error("Usage: node bench/compare.ts OLD [NEW] (two commits; NEW defaults to the working tree)");
const roots = [checkOut(old), now === undefined ? "." : checkOut(now)];

const subjects: Subject[] = [];
async function start(...args: Parameters<typeof startSubject>): Promise<Subject> {
  const subject = await startSubject(...args);
  subjects.push(subject);
  return subject;
}

try {
  const bare = { name: "bare Next", subject: await start("bare Next"), bodies: [TYPICAL], status: 200 };
  const pairs: [Case, Case][] = [];
  for (const database of ["PGlite", "PostgreSQL"] as const) {
    if (!hasSubject(database)) continue;
    const [before, after] = [await start(database, roots[0]), await start(database, roots[1])];
    for (const bodies of [DIFFERENT, [TYPICAL]]) {
      const what = { name: `${database}, ${bodies.length === 1 ? "one body" : "1,000 bodies"}`, bodies, status: 200 };
      pairs.push([
        { ...what, subject: before },
        { ...what, subject: after },
      ]);
    }
  }
  const rounds = await measureRounds([bare, ...pairs.flat()], CONNECTIONS);
  const of = (one: Case, key: keyof Figures) => (rounds.get(one) ?? []).map((figures) => figures[key]);
  const next = of(bare, "perSecond");
  console.log(
    `${old} compared with ${now ?? "the working tree"}: ${GENERATOR}, ${ROUNDS} rounds of ${SECONDS} s. Bare Next:`,
  );
  console.log(`${median(next).toFixed(0)} requests/s, ${median(of(bare, "cpu")).toFixed(0)} µs of CPU per request\n`);
  const lines = pairs.map(([before, after]) => {
    const ratios = (one: Case) => of(one, "perSecond").map((rate, round) => rate / (next[round] ?? Number.NaN));
    /** Returns three table cells: the old median, the new median, and the median over the rounds of new ÷ old. */
    const cells = (values: (one: Case) => number[], digits: number) => {
      const [first, second] = [values(before), values(after)];
      const share = median(second.map((value, round) => value / (first[round] ?? Number.NaN)));
      const percent = Number.isNaN(share) ? "" : `${(100 * share).toFixed(0)} %`;
      return [median(first).toFixed(digits), median(second).toFixed(digits), percent];
    };
    const rates = cells((one) => of(one, "perSecond"), 0).slice(0, 2);
    const cpu = (["cpu", "server"] as const).flatMap((key) => cells((one) => of(one, key), 0));
    return [rates[0] ?? "", before.name, rates[1] ?? "", ...cells(ratios, 2), ...cpu];
  });
  const head = ["requests/s, old", "case", "new", "× Next, old", "new", "new ÷ old", "CPU µs, old", "new", "new ÷ old"];
  printColumns([[...head, "PostgreSQL CPU µs, old", "new", "new ÷ old"], ...lines]);
} finally {
  for (const subject of subjects) await subject.stop();
}
