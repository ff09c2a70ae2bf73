import { readFileSync } from "node:fs";

/**
 * Preloaded by the npm scripts: with `--help` or `-h`, prints the first documentation comment of the script, and ends the
 * process before the script is loaded.
 */
const [, script = "", ...given] = process.argv;

if (given.includes("--help") || given.includes("-h")) {
  const [, comment = ""] = /\/\*\*(.*?)\*\//s.exec(readFileSync(script, "utf8")) ?? [];
  console.log(
    comment
      .replace(/^[ *]+/gm, "")
      .replaceAll("`", "")
      .trim(),
  );
  process.exit();
}
