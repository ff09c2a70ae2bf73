import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { and, asc, gt, lte } from "drizzle-orm";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { SequenceRange } from "#server/audit/log/sequence-range.ts";
import type { Link } from "#server/audit/verification/verify-chain.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { SEAL_START } from "./seal.ts";

/** Events per page. Small, because decoding a page blocks the event loop. */
const PAGE = 250;

/** Yields the events of the audit log in order, read page by page. */
export async function* readLinks(
  { orm }: Pick<Database, "orm">,
  { above = 0, upTo = Number.MAX_SAFE_INTEGER }: Partial<SequenceRange> = {},
): AsyncGenerator<Link> {
  for (let last = above; ; ) {
    const rows = await orm
      .select()
      .from(events)
      .where(and(gt(events.seq, last), lte(events.seq, upTo)))
      .orderBy(asc(events.seq))
      .limit(PAGE);
    for (const { seq, hash, body, at, ...rest } of rows) {
      const columns = {
        at: at.toISOString(),
        kind: rest.kind,
        request_id: rest.requestId,
        actor_id: rest.actorId,
        release: rest.release,
        task_id: rest.taskId,
        input_id: rest.inputId,
        code: rest.code,
        count: rest.count,
        choice: rest.choice,
      };
      yield { seq, hash, body, columns };
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
  }
}

/** Returns one line of an export, without the line break. */
export function exportLine({ seq, hash, body }: Link): string {
  return `{"seq":${seq},"hash":"${hash.toString("hex")}","event":${body.toString()}}`;
}

/** Yields the events of an export file. Skips the seal, its optional last line. */
export async function* readExport(file: string): AsyncGenerator<Link> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line === "" || line.startsWith(SEAL_START)) continue;
    const { seq, hash, event } = JSON.parse(line);
    yield { seq: Number(seq), hash: Buffer.from(String(hash), "hex"), body: Buffer.from(canonicalJson(event)) };
  }
}

export async function* readExports(files: readonly string[]): AsyncGenerator<Link> {
  for (const file of files) yield* readExport(file);
}
