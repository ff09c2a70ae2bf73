import type { EventSigner } from "#server/audit/log/event-signer.ts";
import { chainStart, readArchived, readHead } from "#server/audit/log/read-events.ts";
import type { Database } from "#server/db/open.ts";
import { exportLine, readLinks } from "./read-links.ts";
import { printSeal } from "./seal.ts";

interface Exported {
  readonly database: Database;
  readonly signer: EventSigner;
  readonly now: () => Date;
}

const LINES_AT_ONCE = 200;
const ARCHIVED = "Events were archived during the export, so it is incomplete. Export again.";

/**
 * Yields the current audit log without archived events, as JSON lines that end with a seal. `npm run verify -- FILE`
 * recomputes the chain and checks the signature without the database. An empty log has no seal. Throws if events are
 * archived during the export: otherwise a seal would confirm an export with a gap.
 */
export async function* exportAuditLog({ database, signer, now }: Exported): AsyncGenerator<string> {
  const head = await readHead(database);
  if (head === undefined) return;
  const checkpoint = await signer.sign(head, now());
  const start = chainStart(await readArchived(database));
  let lines: string[] = [];
  let next = start.seq + 1;
  for await (const link of readLinks(database, { above: start.seq, upTo: head.seq })) {
    if (link.seq !== next++) throw new Error(ARCHIVED);
    lines.push(exportLine(link));
    if (lines.length < LINES_AT_ONCE) continue;
    yield `${lines.join("\n")}\n`;
    lines = [];
  }
  if (next <= head.seq) throw new Error(ARCHIVED);
  yield `${[...lines, printSeal(start, { checkpoint })].join("\n")}\n`;
}
