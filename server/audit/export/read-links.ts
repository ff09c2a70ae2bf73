import { and, asc, getTableColumns, gt, lte } from "drizzle-orm";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { SequenceRange } from "#server/audit/log/read-events.ts";
import type { Link } from "#server/audit/verification/verify-chain.ts";
import { contentsOfEvent } from "#server/db/event-contents.ts";
import type { Database } from "#server/db/open.ts";
import { readAll } from "#server/db/read-pages.ts";
import { events } from "#server/db/schema.ts";
import { contentsFileOf, openContents } from "./contents-file.ts";
import { readLines } from "./read-lines.ts";
import { parseSeal, SEAL_START } from "./seal.ts";

/** Events per page. Small, because decoding a page blocks the event loop. */
const PAGE = 250;

/** Yields the events of the audit log in order, read page by page. */
export async function* readLinks(
  { orm }: Pick<Database, "orm">,
  { above = 0, upTo = Number.MAX_SAFE_INTEGER }: Partial<SequenceRange> = {},
): AsyncGenerator<Link> {
  const rows = readAll<typeof events.$inferSelect & Pick<Link, "contents">>((last) =>
    orm
      .select({ ...getTableColumns(events), contents: contentsOfEvent })
      .from(events)
      .where(and(gt(events.seq, last?.seq ?? above), lte(events.seq, upTo)))
      .orderBy(asc(events.seq))
      .limit(PAGE),
  );
  for await (const { seq, hash, body, contents, at, ...rest } of rows) {
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
    yield { seq, hash, body, contents, columns };
  }
}

/** Returns one line of an export, without the line break. */
export function exportLine({ seq, hash, body }: Pick<Link, "seq" | "hash" | "body">): string {
  return `{"seq":${seq},"hash":"${hash.toString("hex")}","event":${body.toString()}}`;
}

/**
 * Yields the events of an export file, with their contents if a file has them. Skips the seal, its optional last line.
 * Throws unless each line is exactly as it was exported: another reader may understand a line differently, for example
 * one with duplicate names.
 */
export async function* readExport(file: string, contentsFile = contentsFileOf(file)): AsyncGenerator<Link> {
  const contentsOf = openContents(contentsFile);
  let number = 0;
  let isSealed = false;
  for await (const line of readLines(file)) {
    number++;
    const mayBeSeal = !isSealed && line.subarray(0, SEAL_START.length).toString() === SEAL_START;
    if (mayBeSeal && parseSeal(line.toString()) !== undefined) {
      isSealed = true;
      continue;
    }
    const link = isSealed ? undefined : parseLine(line);
    if (link === undefined)
      throw new Error(`${file}: line ${number} is not an event as it was exported. Use an unchanged copy of the file.`);
    yield { ...link, contents: await contentsOf(link.seq) };
  }
}

function parseLine(line: Buffer): Omit<Link, "contents"> | undefined {
  try {
    const { seq, hash, event } = JSON.parse(line.toString());
    const link = { seq, hash: Buffer.from(hash, "hex"), body: Buffer.from(canonicalJson(event)) };
    return Buffer.from(exportLine(link)).equals(line) ? link : undefined;
  } catch {
    return undefined;
  }
}

export async function* readExports(files: readonly string[]): AsyncGenerator<Link> {
  for (const file of files) yield* readExport(file);
}
