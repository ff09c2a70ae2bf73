import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { countMissing, findContentError } from "#server/audit/log/contents.ts";
import { leafOf } from "#server/audit/tree/append-events.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import { createCompactRange } from "#server/audit/tree/compact-range.ts";
import { leafHash } from "#server/audit/tree/tiles.ts";
import { sha256 } from "#server/base/digest.ts";
import type { StoredContents } from "#server/db/event-contents.ts";
import { AT_ONCE, type Pace, paced } from "./pace.ts";

/** One event of the audit log or of an export. */
export interface Link {
  readonly seq: number;
  readonly hash: Buffer;
  /** The canonical JSON of the event. */
  readonly body: Buffer;
  /** The event's contents, from contentsOfEvent; undefined if the source has no contents. */
  readonly contents: StoredContents | null | undefined;
  /** The event's columns, which must match the body; missing if the source is an export. */
  readonly columns?: Readonly<Record<string, string | number | null>> | undefined;
}

export interface ChainError {
  /** The event with the error; null if the error does not concern a single event. */
  readonly seq: number | null;
  readonly message: string;
}

export interface ChainReport {
  /** Whether there are no errors and no warnings. A log without a genuine checkpoint has a warning. */
  readonly ok: boolean;
  /** Sequence number of the last event. */
  readonly events: number;
  /** Sequence number of the event before the first verified one; 0 if the chain was verified from its beginning. */
  readonly after: number;
  /** Hash of the last event, hexadecimal; null for an empty log. */
  readonly head: string | null;
  /** Number of genuine checkpoints of this database that match the log. */
  readonly checkpoints: number;
  /** Sequence number of the last event with a matching checkpoint; 0 if there is none. */
  readonly checkpointedUpTo: number;
  /** Number of checkpoints of other databases, which prove nothing about this log. */
  readonly otherCheckpoints: number;
  /** Number of contents that were erased or, in an export, withheld. */
  readonly missingContents: number;
  /** At most 20 errors from the chain and from each comparison with tables. */
  readonly errors: readonly ChainError[];
  /** Reasons why a log without errors is still not proven. */
  readonly warnings: readonly string[];
}

export interface ChainPosition {
  readonly seq: number;
  readonly hash: Buffer;
}

export interface VerifyOptions {
  /** The last event verified earlier; `links` begin with the next event. */
  readonly after?: ChainPosition | undefined;
  /** An event verified earlier, which must be unchanged. */
  readonly known?: ChainPosition | undefined;
  /** The log continues after these links, so checkpoints of later events are ignored. */
  readonly continues?: boolean;
  /** Default: never rests. */
  readonly pace?: Pace;
  onProgress?(events: number): void;
}

export const MAX_ERRORS = 20;
const PROGRESS_EVERY = 1_000;
const UNKNOWN_KEY =
  "Checkpoints of this log are signed by an unknown key, so they prove nothing: the key is not in LOG_KEY_FILE or the policy.";
/** Only events with contents are parsed again, because most events have none. */
const HAS_CONTENTS = '"contents":{';
const START: ChainPosition = { seq: 0, hash: Buffer.alloc(32) };

/** Recomputes the chain and compares it with the signed checkpoints of its database. */
export async function verifyChain(
  links: AsyncIterable<Link>,
  source: CheckpointSource,
  { after = START, known = START, continues = false, pace = AT_ONCE, onProgress = () => {} }: VerifyOptions = {},
): Promise<ChainReport> {
  const errors: ChainError[] = [];
  const report = (seq: number | null, message: string) => {
    if (errors.length < MAX_ERRORS) errors.push({ seq, message });
  };
  const { expected, hasUnknownKey, others } = await sortCheckpoints(source, report);

  const hasTrees = [...expected.values()].some((all) => all.some(({ root }) => root !== undefined));
  // Without the hashes of earlier events, the log cannot be compared with a signed tree.
  const subtrees = hasTrees ? await source.readSubtrees(after.seq) : undefined;
  const tree = subtrees && createCompactRange(after.seq, subtrees);

  const vouching = countEarlier(expected, after.seq);
  const compareCheckpoints = (seq: number, hash: Buffer) => {
    const hex = hash.toString("hex");
    for (const checkpoint of expected.get(seq) ?? []) {
      if (checkpoint.root !== undefined && tree === undefined) continue;
      const isSame = checkpoint.root === undefined ? checkpoint.hash === hex : tree?.root().equals(checkpoint.root);
      if (!isSame) report(seq, "a checkpoint has a different hash");
      else if (checkpoint.isGenuine) {
        vouching.count++;
        vouching.upTo = seq;
      }
    }
  };

  let events = after.seq;
  let missingContents = 0;
  let previous = after.hash;
  compareCheckpoints(after.seq, after.hash);
  for await (const { seq, hash, body, contents, columns } of paced(links, pace)) {
    events++;
    if (seq !== events) report(seq, `event ${events} is missing`);
    if (!sha256(Buffer.concat([previous, body])).equals(hash))
      report(seq, "the hash does not match the event and the previous hash");
    const message = findBodyError({ body, contents, columns });
    if (message !== undefined) report(seq, message);
    else if (contents !== undefined && body.includes(HAS_CONTENTS))
      missingContents += countMissing(body, contents ?? {});
    tree?.push(leafHash(leafOf({ hash, body })));
    compareCheckpoints(seq, hash);
    if (seq === known.seq && !hash.equals(known.hash)) report(seq, "the hash has changed since the last verification");
    previous = hash;
    if (events % PROGRESS_EVERY === 0) onProgress(events);
    if (errors.length >= MAX_ERRORS) break;
  }
  if (!continues)
    for (const seq of expected.keys()) if (seq > events) report(seq, "the event has a checkpoint but is missing");
  if (known.seq > events) report(known.seq, "the event was verified earlier and is now missing");
  onProgress(events);

  const warnings: string[] = [];
  if (hasUnknownKey) warnings.push(UNKNOWN_KEY);
  if (vouching.count === 0 && errors.length === 0) warnings.push(warnOfNone(source.databaseId, others));
  return {
    ok: errors.length === 0 && warnings.length === 0,
    events,
    after: after.seq,
    head: events === 0 ? null : previous.toString("hex"),
    checkpoints: vouching.count,
    checkpointedUpTo: vouching.upTo,
    otherCheckpoints: others,
    missingContents,
    errors,
    warnings,
  };
}

/** Counts the checkpoints of events before `seq`: they were compared when these events were verified earlier. */
function countEarlier(expected: ReadonlyMap<number, readonly Expected[]>, seq: number) {
  const earlier = [...expected].filter(([at]) => at < seq);
  return {
    count: earlier.reduce((sum, [, checkpoints]) => sum + checkpoints.length, 0),
    upTo: earlier.reduce((most, [at]) => Math.max(most, at), 0),
  };
}

/** Part of a checkpoint. Complete checkpoints would take too much memory, because there may be one per minute. */
interface Expected {
  /** Hash of the event, hexadecimal; missing if the checkpoint signs a tree. */
  readonly hash?: string;
  /** Root of the tree that ends with the event. */
  readonly root?: Uint8Array;
  /** False if the signing key is unknown. */
  readonly isGenuine: boolean;
}

/** Groups the checkpoints of this database by the number of their last event and reports forged ones. */
async function sortCheckpoints(source: CheckpointSource, report: (seq: number | null, message: string) => void) {
  const expected = new Map<number, Expected[]>();
  let hasUnknownKey = false;
  let others = 0;
  for (const { databaseId, size, root, signature } of await source.readTrees()) {
    if (databaseId !== source.databaseId) others++;
    else if (signature === "forged")
      report(size === 0 ? null : size, "a checkpoint's signature does not match its content");
    else {
      hasUnknownKey ||= signature === "unknown_key";
      expected.set(size, [...(expected.get(size) ?? []), { root, isGenuine: signature === "genuine" }]);
    }
  }
  for (const checkpoint of source.readSignatures()) {
    const { seq, hash, database_id } = checkpoint;
    if (database_id !== source.databaseId) {
      others++;
      continue;
    }
    const signature = source.checkSignature(checkpoint);
    if (signature === "forged") {
      report(seq, "a checkpoint's signature does not match its content");
      continue;
    }
    hasUnknownKey ||= signature === "unknown_key";
    expected.set(seq, [...(expected.get(seq) ?? []), { hash, isGenuine: signature === "genuine" }]);
  }
  return { expected, hasUnknownKey, others };
}

function warnOfNone(databaseId: string, others: number): string {
  const also = others === 0 ? "" : ` Checkpoints of other databases: ${others}.`;
  return (
    `No checkpoint confirms this log (database ${databaseId}): it may have been truncated, emptied or rewritten ` +
    `completely without leaving a trace.${also}`
  );
}

/** Returns an error if the body is not canonical JSON, or if the contents or the columns do not match it. */
export function findBodyError({
  body,
  contents,
  columns,
}: Pick<Link, "body" | "contents" | "columns">): string | undefined {
  let event: unknown;
  try {
    event = JSON.parse(body.toString());
    // Compares bytes, because decoding replaces malformed UTF-8 with U+FFFD.
    if (!Buffer.from(canonicalJson(event)).equals(body)) return "the event is not in canonical form";
  } catch {
    return "the event is not JSON";
  }
  if (!isJsonObject(event)) return "the event is not a JSON object";
  const actorId = isJsonObject(event.actor) ? event.actor.id : undefined;
  const said: Record<string, unknown> = { ...event, actor_id: actorId };
  for (const [name, value] of Object.entries(columns ?? {})) {
    if ((said[name] ?? null) !== value) return `the column ${name} does not match the event`;
  }
  return findContentError(event, contents ?? {});
}
