import { and, desc, eq, type SQL } from "drizzle-orm";
import type { ErrorCode } from "#lib/contract/error-table.ts";
import { ALL_EVENT_KINDS, type EventKind } from "#lib/domain/audit-events.ts";
import type { Database } from "#server/db/open.ts";
import { events } from "#server/db/schema.ts";
import { whenDefined } from "#server/db/when-defined.ts";
import { openEvent } from "./contents.ts";
import type { Event } from "./event.ts";
import type { ChainHead } from "./event-signer.ts";
import type { ArchivedEvents } from "./history-events.ts";
import { readNewest, type Source, type Span } from "./read-newest.ts";

/** A range of sequence numbers, `above` exclusive and `upTo` inclusive. */
export interface SequenceRange {
  readonly above: number;
  readonly upTo: number;
}

/** Returns the content of the newest `history.archived` event; undefined if nothing was archived. */
export async function readArchived({ orm }: Pick<Database, "orm">): Promise<ArchivedEvents | undefined> {
  const [row] = await orm
    .select({ body: events.body })
    .from(events)
    .where(eq(events.kind, "history.archived"))
    .orderBy(desc(events.seq))
    .limit(1);
  return row === undefined ? undefined : JSON.parse(row.body.toString());
}

/** Returns the number and hash of the last archived event. The database contains all later events. */
export function chainStart(archived: ArchivedEvents | undefined): ChainHead {
  if (archived === undefined) return { seq: 0, hash: Buffer.alloc(32) };
  return { seq: archived.last_seq, hash: Buffer.from(archived.last_hash, "hex") };
}

/** Returns the number and hash of the last audit event; undefined if the log is empty. */
export async function readHead({ orm }: Pick<Database, "orm">) {
  const { seq, hash } = events;
  const [head] = await orm.select({ seq, hash }).from(events).orderBy(desc(seq)).limit(1);
  return head;
}

/** Returns the number of the last audit event; 0 for an empty log. */
export async function readLastSeq(database: Pick<Database, "orm">): Promise<number> {
  return (await readHead(database))?.seq ?? 0;
}

export interface EventFilter extends Span {
  readonly kind?: EventKind | undefined;
  readonly kinds?: readonly EventKind[] | undefined;
  readonly requestId?: string | undefined;
  readonly release?: string | undefined;
  /** Ids of the API keys or members that caused the events. Finds no opening events, like `taskId` and `code`. */
  readonly actorIds?: readonly string[] | undefined;
  readonly taskId?: string | undefined;
  readonly code?: ErrorCode | undefined;
  /** The only questions with candidate's answers that the reader may see. Undefined: all. */
  readonly candidateTaskIds?: readonly string[] | undefined;
}

export interface EventPage {
  readonly events: readonly { readonly seq: number; readonly hash: string; readonly event: Event }[];
  readonly next: number | null;
}

/** Returns a page of the audit log, latest time first. `condition` is an additional filter. */
export async function readEvents(database: Database, filter: EventFilter, condition?: SQL): Promise<EventPage> {
  const isWanted = and(
    condition,
    whenDefined(filter.release, (release) => eq(events.release, release)),
  );
  const { rows, next } = await readNewest(database, sourcesOf(filter), isWanted, filter);
  const page = rows.map(({ seq, hash, body, contents }) => ({
    seq,
    hash: hash.toString("hex"),
    event: openEvent(body, contents),
  }));
  return { events: page, next };
}

function sourcesOf({ kind, kinds, requestId, taskId, code, actorIds, candidateTaskIds }: EventFilter): Source[] {
  const all = kinds ?? (kind === undefined ? ALL_EVENT_KINDS : [kind]);
  const list = <T>(value: T | undefined) => whenDefined(value, (one) => [one]);
  const columns = { requestId: list(requestId), taskId: list(taskId), code: list(code), actorId: actorIds };
  if (candidateTaskIds === undefined) return [{ kinds: all, columns }];
  const ofTasks = candidateTaskIds.filter((id) => taskId === undefined || id === taskId);
  return [
    { kinds: all.filter((one) => one !== "candidate.answered"), columns },
    { kinds: all.filter((one) => one === "candidate.answered"), columns: { ...columns, taskId: ofTasks } },
  ];
}
