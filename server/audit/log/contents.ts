import { randomBytes } from "node:crypto";
import { v7 as uuid } from "uuid";
import { isJsonObject, type JsonObject } from "#lib/contract/json.ts";
import type { EventKind } from "#lib/domain/audit-events.ts";
import { sha256 } from "#server/base/digest.ts";
import type { StoredContents } from "#server/db/event-contents.ts";
import type { Event, EventContent } from "./event.ts";

/** A text or another value of an event that is stored outside the hash chain. Null if it was erased. */
export type Content<Value = string> = Value | null;

/**
 * The contents of each kind of event: free texts, personal data, and what some members may not read yet. Every other
 * field is in the hashed part: ids that the gateway made, digests of whole requests, numbers, times and codes.
 */
export const CONTENTS = {
  "prediction.failed": ["message", "issues"],
  "prediction.refused": ["paths"],
  "review.decided": ["decision", "note"],
  "review.revoked": ["reason"],
  "guideline.set": ["text"],
  "outcome.recorded": ["source", "note"],
  "question.noted": ["text"],
  "tag.changed": ["tag"],
  "source.alias_changed": ["alias", "source"],
  "evaluation.uploaded": ["title", "selection"],
  "evaluation.decided": ["decision", "note"],
  "credential.issued": ["name"],
  "credential.changed": ["name"],
  "webhook.set": ["origin"],
  "member.added": ["address"],
  "member.renamed": ["name"],
  "member.linked": ["subject"],
  "member.invited": ["email"],
  "member.invitation_revoked": ["email"],
  "token.issued": ["name"],
  "hold.set": ["note"],
  "hold.lifted": ["note"],
} as const satisfies Partial<Record<EventKind, readonly string[]>>;

const FIELDS: Partial<Record<EventKind, readonly string[]>> = CONTENTS;

const SALT_BYTES = 32;

/**
 * Separates the contents of an event from its hashed part, which has the digest of a disclosure (RFC 9901) in the place
 * of each. A disclosure has random bytes of its own, so nobody can guess a content whose disclosure was erased.
 */
export function splitContents(event: EventContent): { readonly hashed: object; readonly contents?: StoredContents } {
  const fields = FIELDS[event.kind]?.filter((field) => Reflect.get(event, field) !== undefined) ?? [];
  if (fields.length === 0) return { hashed: event };
  const event_id = uuid();
  const disclosures = fields.map((field) => {
    const salt = randomBytes(SALT_BYTES).toString("base64url");
    const disclosed = [salt, `${event.kind}/${event_id}/${field}`, Reflect.get(event, field)];
    return [field, Buffer.from(JSON.stringify(disclosed)).toString("base64url")] as const;
  });
  const digests = Object.fromEntries(disclosures.map(([field, disclosure]) => [field, digestOf(disclosure)]));
  const plain = Object.fromEntries(Object.entries(event).filter(([name]) => !fields.includes(name)));
  return { hashed: { ...plain, event_id, contents: digests }, contents: Object.fromEntries(disclosures) };
}

/** Returns a recorded event with its contents. Those that are not in `contents` are null. */
export function openEvent(body: Uint8Array, contents: StoredContents | null | undefined): Event {
  const { event_id: _, contents: digests = {}, ...event } = JSON.parse(Buffer.from(body).toString());
  for (const field of Object.keys(digests)) {
    const disclosure = contents?.[field];
    event[field] = disclosure === undefined ? null : contentIn(disclosure);
  }
  return event;
}

/** Returns the number of contents of a recorded event that are not stored. */
export function countMissing(body: Uint8Array, stored: StoredContents): number {
  const { contents: digests = {} } = JSON.parse(Buffer.from(body).toString());
  return Object.keys(digests).filter((field) => !Object.hasOwn(stored, field)).length;
}

/** Returns an error if a stored content is not one of those to which its event commits; undefined if all are. */
export function findContentError({ contents }: JsonObject, stored: StoredContents): string | undefined {
  const isRecorded = (field: string, disclosure: string) =>
    isJsonObject(contents) && Object.hasOwn(contents, field) && contents[field] === digestOf(disclosure);
  const changed = Object.entries(stored).find(([field, disclosure]) => !isRecorded(field, disclosure));
  return changed && `the content ${changed[0]} is not the recorded one`;
}

function contentIn(disclosure: string): unknown {
  return JSON.parse(Buffer.from(disclosure, "base64url").toString())[2];
}

function digestOf(disclosure: string): string {
  return sha256(disclosure).toString("base64url");
}
