import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findBannedWords } from "./banned-words.ts";

/** Fails if a file that git tracks contains a banned word or a comment with a banned beginning. */

const RULES = ["scripts/banned-words.ts", "scripts/banned-words.test.ts"];

const patterns = ["*.ts", "*.tsx", "*.mjs", "*.py", "*.css", "*.md", "*.sql", "*.sh", "*.yml", "*.yaml", "Dockerfile"];
const { stdout } = spawnSync("git", ["ls-files", ...patterns], { encoding: "utf8" });
for (const file of stdout.split("\n").filter((name) => name !== "" && !RULES.includes(name))) {
  for (const [line, message] of findBannedWords(read(file), { comments: !file.endsWith(".md") })) {
    console.error(`${file}:${line}: ${message}`);
    process.exitCode = 1;
  }
}

/** Returns an empty string for a deleted file: git lists it until the deletion is committed. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
