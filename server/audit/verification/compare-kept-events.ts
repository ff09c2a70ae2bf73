import { createHash } from "node:crypto";
import { exportLine, readLinks } from "#server/audit/export/read-links.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";
import type { Database } from "#server/db/open.ts";
import { AT_ONCE, type Pace, paced } from "./pace.ts";
import { type ChainError, findBodyError, type Link } from "./verify-chain.ts";

/** Returns the number and the digest of the events up to `lastSeq` that remain in the database. */
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
 * Returns errors in archived events that remain in the database. Because the events between them were removed, they are
 * not verified as a chain, but compared with the digest in the `history.archived` event.
 */
export async function compareKept(database: Database, archived: ArchivedEvents | undefined, pace: Pace) {
  if (archived === undefined) return [];
  const errors: ChainError[] = [];
  const { kept, kept_sha256 } = await digestKept(database, archived.last_seq, {
    pace,
    onLink(link) {
      const { seq } = link;
      const message = findBodyError(link);
      if (message !== undefined) errors.push({ seq, message });
    },
  });
  if (kept === archived.kept && kept_sha256 === archived.kept_sha256) return errors;
  const message = `the remaining events up to ${archived.last_seq} differ from those recorded when they were archived`;
  return [...errors, { seq: null, message }];
}
