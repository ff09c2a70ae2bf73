import { createHash } from "node:crypto";
import { exportLine, readLinks } from "#server/audit/export/read-links.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import type { Database } from "#server/db/open.ts";
import { AT_ONCE, type Pace, paced } from "./pace.ts";
import { type ChainError, findBodyError, type Link } from "./verify-chain.ts";

/** Returns the count and digest of the events up to `lastSeq` that the database still has. */
export async function digestKept(
  database: Pick<Database, "orm">,
  lastSeq: number,
  { pace = AT_ONCE, onLink = () => {} }: { readonly pace?: Pace; onLink?(link: Link): void } = {},
): Promise<Pick<ArchivedEvents, "kept" | "kept_sha256">> {
  const digest = createHash("sha256");
  let kept = 0;
  for await (const link of paced(readLinks(database, { upTo: lastSeq }), pace)) {
    digest.update(`${exportLine(link)}\n`);
    onLink(link);
    kept++;
  }
  return { kept, kept_sha256: digest.digest("hex") };
}

/**
 * Returns errors in archived events that the database still has. Their neighbours in the chain are gone, so they are
 * compared with the digest in the archive's event.
 */
export async function compareKept(database: Database, archived: ArchivedEvents | undefined, pace: Pace) {
  if (archived === undefined) return [];
  const errors: ChainError[] = [];
  const { kept, kept_sha256 } = await digestKept(database, archived.last_seq, {
    pace,
    onLink({ seq, body, columns }) {
      const message = findBodyError(body, columns);
      if (message !== undefined) errors.push({ seq, message });
    },
  });
  if (kept === archived.kept && kept_sha256 === archived.kept_sha256) return errors;
  const message = `the events up to ${archived.last_seq} are not those that were kept when they were archived`;
  return [...errors, { seq: null, message }];
}
