import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { sha256 } from "#server/digest.ts";
import type { Checkpoint } from "#server/events/checkpoint.ts";

/** One event as the record or an export holds it. */
export interface Link {
  readonly seq: number;
  readonly hash: Buffer;
  /** The canonical JSON of the event. */
  readonly body: Buffer;
  /** The columns beside the body, where the source has them: they must say what it says. */
  readonly columns?: Readonly<Record<string, string | null>>;
}

export interface Fault {
  /** The event at which it shows. */
  readonly seq: number;
  readonly fault: string;
}

export interface ChainReport {
  readonly ok: boolean;
  readonly events: number;
  /** The last event's hash, hexadecimal; null for an empty record. */
  readonly head: string | null;
  readonly checkpoints: number;
  /** The first faults, at most 20. */
  readonly faults: readonly Fault[];
}

export interface CheckpointSource {
  read(): readonly Checkpoint[];
  isGenuine(checkpoint: Checkpoint): boolean;
}

const MOST_FAULTS = 20;
const PROGRESS_EVERY = 1_000;

/** Recomputes the whole chain from its first event, and holds the checkpoints against it. */
export async function verifyChain(
  links: AsyncIterable<Link>,
  checkpoints: CheckpointSource,
  onProgress: (events: number) => void = () => {},
): Promise<ChainReport> {
  const faults: Fault[] = [];
  const report = (seq: number, fault: string) => {
    if (faults.length < MOST_FAULTS) faults.push({ seq, fault });
  };
  const kept = checkpoints.read();
  const expected = new Map<number, Checkpoint[]>();
  for (const checkpoint of kept) {
    if (!checkpoints.isGenuine(checkpoint)) report(checkpoint.seq, "a checkpoint's signature is not this deployment's");
    expected.set(checkpoint.seq, [...(expected.get(checkpoint.seq) ?? []), checkpoint]);
  }

  let events = 0;
  let previous: Buffer = Buffer.alloc(32);
  for await (const { seq, hash, body, columns } of links) {
    events++;
    if (seq !== events) report(seq, `event ${events} is missing`);
    if (!sha256(previous, body).equals(hash))
      report(seq, "the hash does not follow from the event and the one before it");
    const fault = faultOfBody(body, columns);
    if (fault !== undefined) report(seq, fault);
    const hex = hash.toString("hex");
    if (expected.get(seq)?.some((checkpoint) => checkpoint.hash !== hex))
      report(seq, "a checkpoint names another hash");
    expected.delete(seq);
    previous = hash;
    if (events % PROGRESS_EVERY === 0) onProgress(events);
    if (faults.length >= MOST_FAULTS) break;
  }
  for (const seq of expected.keys()) if (seq > events) report(seq, "a checkpoint names an event that is gone");
  onProgress(events);
  const head = events === 0 ? null : previous.toString("hex");
  return { ok: faults.length === 0, events, head, checkpoints: kept.length, faults };
}

function faultOfBody(body: Buffer, columns: Link["columns"]): string | undefined {
  let event: unknown;
  try {
    event = JSON.parse(body.toString());
    // By bytes: text would hide malformed UTF-8, which reads as U+FFFD.
    if (!Buffer.from(canonicalJson(event)).equals(body)) return "the event is not in canonical form";
  } catch {
    return "the event is not JSON";
  }
  if (!isJsonObject(event)) return "the event is not a JSON object";
  const actorId = isJsonObject(event.actor) ? event.actor.id : undefined;
  const said: Record<string, unknown> = { ...event, actor_id: actorId };
  for (const [name, value] of Object.entries(columns ?? {})) {
    if ((said[name] ?? null) !== value) return `the column ${name} does not say what the event says`;
  }
  return undefined;
}
