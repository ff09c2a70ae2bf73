import "#server/process/quick-imports.ts";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * `node scripts/run.ts SCRIPT …`: runs a script, which sees its own path and arguments. With `--help` or `-h`, prints
 * the first documentation comment of the script instead.
 */
process.argv.splice(1, 1);
const [, script = "", ...given] = process.argv;

if (given.includes("--help") || given.includes("-h")) {
  const [, comment = ""] = /\/\*\*(.*?)\*\//s.exec(readFileSync(script, "utf8")) ?? [];
  console.log(
    comment
      .replace(/^[ *]+/gm, "")
      .replaceAll("`", "")
      .trim(),
  );
} else {
  process.argv[1] = resolve(script);
  await import(process.argv[1]);
}
