import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Refuses words that a newcomer would have to look up, where the field has a plain term. */

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, "again"],
  [/\blapse[sd]?\b/i, "expire"],
  [/\bheard out\b/i, "drained"],
  [/\bfurnish(?:ed|es)?\b/i, "seed"],
  [/\bupkeep\b/i, "background jobs"],
  [/\bhalving\b/i, "binary search"],
  [/\btall(?:y|ies)\b/i, "count, counter"],
  [/\bl(?:aid|ay|ays) before\b/i, "send to review"],
  [/\bmend(?:s|ed)?\b/i, "fix"],
  [/\bof late\b/i, "recent"],
  [/\b(?:hindrance|obstacle)s?\b/i, "blocked reason"],
  [/\bset-up\b/i, "setup"],
  [/\bMOST(?:_[A-Z]+)?\b/, "MAX_…"],
  [/\bis not right\b/i, "is invalid"],
  [/\bno such thing\b/i, "not found"],
];
const OWN = "scripts/check-words.ts";

const { stdout } = spawnSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md", "*.sql"], { encoding: "utf8" });
const files = stdout.split("\n").filter((file) => file !== "" && file !== OWN);
let found = 0;
for (const file of files) {
  for (const [index, line] of read(file).split("\n").entries()) {
    for (const [pattern, term] of INSTEAD) {
      const word = pattern.exec(line)?.[0];
      if (word === undefined) continue;
      console.error(`${file}:${index + 1}: write "${term}" instead of "${word.trim()}"`);
      found++;
    }
  }
}
if (found > 0) process.exitCode = 1;

/** A file that was deleted but not committed yet is still listed. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
