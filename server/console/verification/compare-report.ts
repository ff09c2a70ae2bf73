import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { ENGINE_VERSION } from "#lib/scores/report.ts";
import type { Pace } from "#server/audit/verification/pace.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import { sha256 } from "#server/base/digest.ts";
import { Computer } from "#server/console/reports/computer.ts";
import { isOutdated, NAME, readSettings } from "#server/console/scores/current-report.ts";
import { readRecordedQuestions } from "#server/console/scores/read-recorded-questions.ts";
import type { Database } from "#server/db/open.ts";
import { reports } from "#server/db/outcome-schema.ts";

/**
 * Compares the stored track record with its digest and, if no newer data exist, with a new computation. A report of
 * another version of the engine may have other figures; the gateway computes it again when it starts.
 */
export async function compareReport(database: Database, _pace: Pace): Promise<ChainError[]> {
  const [stored] = await database.orm
    .select()
    .from(reports)
    .where(and(eq(reports.name, NAME), eq(reports.engine, ENGINE_VERSION)));
  if (stored === undefined) return [];
  const { body, digest, computedAt } = stored;
  if (sha256(body).toString("hex") !== digest) return failWith("does not match its digest");
  if (await isOutdated(database, stored, computedAt)) return [];
  const computer = new Computer(join(import.meta.dirname, "..", "reports", "compute-worker.ts"));
  const text = await computer.record(await readSettings(database, computedAt), readRecordedQuestions(database));
  if (sha256(text).toString("hex") === digest || (await isOutdated(database, stored, computedAt))) return [];
  return failWith("does not follow from the recorded scores");
}

function failWith(message: string): ChainError[] {
  return [{ seq: null, message: `reports ${NAME}: the stored report ${message}` }];
}
