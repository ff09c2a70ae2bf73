import { createHash } from "node:crypto";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { resolvedFilter } from "#lib/domain/resolved-questions.ts";
import { readConfig } from "#server/config/read-config.ts";
import { findResolvedCases } from "#server/console/evaluations/find-resolved-cases.ts";
import { printCases } from "#server/console/evaluations/print-cases.ts";
import { freeWork } from "#server/limits/work.ts";
import { RELEASE } from "#server/models/release.ts";
import { withAuditLog } from "./open-audit-log.ts";

/**
 * `npm run resolved-cases -- [--tag TAG] [--resolved-from DAY] [--resolved-before DAY] [--cutoff-from DAY] [--all]
 * > questions.jsonl`: writes the approved inputs of resolved questions to stdout as an evaluation file, and the file's
 * SHA-256 to stderr. Days are in UTC, as YYYY-MM-DD. `--all` includes all inputs of a question, not only the one with
 * the latest information cutoff.
 */
try {
  const { values } = parseArgs({
    options: {
      tag: { type: "string" },
      "resolved-from": { type: "string" },
      "resolved-before": { type: "string" },
      "cutoff-from": { type: "string" },
      all: { type: "boolean" },
    },
  });
  const filter = resolvedFilter.safeParse({
    tag: values.tag,
    resolvedFrom: values["resolved-from"],
    resolvedBefore: values["resolved-before"],
    cutoffFrom: values["cutoff-from"],
    inputs: values.all === true ? "all" : "latest",
  });
  if (!filter.success) {
    const issue = filter.error.issues[0];
    throw new Error(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { data } = filter;
  await withAuditLog(
    readConfig(),
    async (database) => {
      const cases = await findResolvedCases(database.orm, data, { release: RELEASE, now: new Date() }, freeWork());
      const digest = createHash("sha256");
      for await (const lines of printCases(database, RELEASE, cases)) {
        digest.update(lines);
        if (!process.stdout.write(lines)) await once(process.stdout, "drain");
      }
      console.error(`${cases.length} cases, SHA-256 ${digest.digest("hex")}`);
    },
    { evenIfBehind: true },
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
