import { desc } from "drizzle-orm";
import type { Gateway } from "#server/gateway.ts";
import { events } from "#server/infra/db/schema.ts";
import { exportLine, readLinks } from "./read-links.ts";
import type { Seal } from "./seal.ts";

type Exported = Pick<Gateway, "database" | "checkpoints" | "now">;

const LINES_AT_ONCE = 200;

/**
 * The whole record as it is now, an event a line, and at its end the seal: `npm run verify -- FILE` recomputes the chain
 * and checks the signature without the database. An empty record has no seal.
 */
export async function* exportAuditLog({ database, checkpoints, now }: Exported): AsyncGenerator<string> {
  const [head] = await database.orm
    .select({ seq: events.seq, hash: events.hash })
    .from(events)
    .orderBy(desc(events.seq))
    .limit(1);
  if (head === undefined) return;
  const last = checkpoints.last();
  const isSealed = last?.seq === head.seq && last.key_id === checkpoints.keyId;
  const checkpoint = isSealed ? last : checkpoints.write(head, now());
  let lines: string[] = [];
  for await (const link of readLinks(database)) {
    if (link.seq > head.seq) break;
    lines.push(exportLine(link));
    if (lines.length < LINES_AT_ONCE) continue;
    yield `${lines.join("\n")}\n`;
    lines = [];
  }
  const seal: Seal = { checkpoint, public_key: checkpoints.publicKey };
  yield `${[...lines, JSON.stringify(seal)].join("\n")}\n`;
}
