import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findBannedWords } from "./banned-words.ts";

/** Refuses banned words and comment openings in every file that git tracks. */

const RULES = ["scripts/banned-words.ts", "scripts/banned-words.test.ts"];
/** A released migration is never edited. */
const RELEASED = ":!server/db/migrations";

const patterns = ["*.ts", "*.tsx", "*.mjs", "*.py", "*.css", "*.md", "*.sql", "*.sh", "*.yml", "*.yaml", "Dockerfile"];
const { stdout } = spawnSync("git", ["ls-files", ...patterns, RELEASED], { encoding: "utf8" });
for (const file of stdout.split("\n").filter((name) => name !== "" && !RULES.includes(name))) {
  for (const [line, message] of findBannedWords(read(file), { comments: !file.endsWith(".md") })) {
    console.error(`${file}:${line}: ${message}`);
    process.exitCode = 1;
  }
}

/** Git still lists a file whose deletion is not committed yet. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
