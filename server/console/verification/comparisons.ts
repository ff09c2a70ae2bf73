import { verify } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import type { KeyAdded } from "#server/audit/log/history-events.ts";
import { toKeyObject } from "#server/audit/log/log-keys.ts";
import { keyStatement } from "#server/audit/log/open-log-keys.ts";
import type { Comparison } from "#server/audit/verification/verify-audit-log.ts";
import type { ChainError } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { compareCases } from "./compare-cases.ts";
import { compareContent } from "./compare-content.ts";
import { compareQuestions } from "./compare-questions.ts";
import { compareReport } from "./compare-report.ts";
import { compareScores } from "./compare-scores.ts";
import { compareTables } from "./compare-tables.ts";

/** Reports keys that were added to a log without the signature of one of its earlier keys. The first key needs none. */
async function compareLogKeys({ orm }: Database): Promise<ChainError[]> {
  const { seq, body, kind } = events;
  const added = await orm.select({ seq, body }).from(events).where(eq(kind, "log.key_added")).orderBy(asc(seq));
  const logs = new Map<string, Map<string, string>>();
  return added.flatMap((row) => {
    try {
      const event: KeyAdded = JSON.parse(row.body.toString());
      const keys = logs.get(event.database_id) ?? new Map<string, string>();
      const isPermitted = keys.size === 0 || isSigned(event, keys);
      logs.set(event.database_id, keys.set(event.key_id, event.public_key));
      if (isPermitted) return [];
    } catch {
      // Malformed: also reported by the verification of the hash chain.
    }
    return [{ seq: row.seq, message: "the added key is not signed by an earlier key of the log" }];
  });
}

function isSigned({ database_id, public_key, signed_by, signature }: KeyAdded, keys: ReadonlyMap<string, string>) {
  const signer = toKeyObject(Buffer.from(keys.get(signed_by ?? "") ?? "", "base64"));
  return verify(null, keyStatement(database_id, public_key), signer, Buffer.from(signature ?? "", "base64"));
}

export const COMPARISONS: readonly Comparison[] = [
  compareTables,
  compareLogKeys,
  compareContent,
  compareCases,
  compareScores,
  compareQuestions,
  compareReport,
];
