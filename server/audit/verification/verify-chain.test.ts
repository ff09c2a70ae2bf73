import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { EventSignature, SignatureState } from "#server/audit/log/event-signer.ts";
import { leafOf } from "#server/audit/tree/append-events.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import { completeSubtrees } from "#server/audit/tree/compact-range.ts";
import { appendLeaves, hashRange, leafHash } from "#server/audit/tree/tiles.ts";
import { sha256 } from "#server/base/digest.ts";
import { newKey, openEventSignatures } from "#test/event-signatures.ts";
import { memoryTiles } from "#test/generated-log.ts";
import { type Link, verifyChain } from "./verify-chain.ts";

const [key, other] = [newKey(), newKey()];
let signatures: EventSignature[];
let checkpoints: Awaited<ReturnType<typeof openEventSignatures>>;

beforeEach(async () => {
  signatures = [];
  checkpoints = await openEventSignatures(DATABASE, [key, other], signatures);
});

const DATABASE = "00000000-0000-4000-8000-000000000001";
const MISMATCH = expect.stringContaining("hash does not match");
const DIFFERENT = "a checkpoint has a different hash";
const FORGED = "a checkpoint's signature does not match its content";
const AT = new Date("2026-01-01T00:00:00Z");

function eventOf(index: number, code = "INVALID_JSON") {
  const actor = { type: "credential", id: `c${index}` };
  return { at: AT.toISOString(), actor, kind: "prediction.refused", code };
}

function chainOf(bodies: readonly Buffer[]): Link[] {
  let previous: Buffer = Buffer.alloc(32);
  return bodies.map((body, index) => {
    previous = sha256(Buffer.concat([previous, body]));
    return { seq: index + 1, hash: previous, body, contents: null };
  });
}

const encode = (event: unknown) => Buffer.from(canonicalJson(event));
const at = (links: readonly Link[], seq: number): Link => links[seq - 1] ?? expect.unreachable(`no event ${seq}`);
const record = (count: number) => chainOf(Array.from({ length: count }, (_, index) => encode(eventOf(index))));

async function* each(links: readonly Link[]): AsyncGenerator<Link> {
  yield* links;
}

const verify = (links: readonly Link[], source: CheckpointSource = checkpoints) => verifyChain(each(links), source);

const sign = (links: readonly Link[]): EventSignature => checkpoints.write(at(links, links.length), AT);

const replaced = (links: readonly Link[], index: number, change: Partial<Link>): Link[] =>
  links.map((link, place) => (place === index ? { ...link, ...change } : link));

describe("verification of the audit log", () => {
  it("accepts a complete log and returns its head and checkpoints", async () => {
    const links = record(5);
    sign(links.slice(0, 2));
    sign(links);
    expect(await verify(links)).toEqual({
      ok: true,
      events: 5,
      after: 0,
      head: links[4]?.hash.toString("hex"),
      checkpoints: 2,
      checkpointedUpTo: 5,
      otherCheckpoints: 0,
      missingContents: 0,
      errors: [],
      warnings: [],
    });
  });

  it.each([0, 5])("does not report a log of %d events without checkpoints as proven", async (count) => {
    const report = await verify(record(count));
    expect(report).toMatchObject({ ok: false, events: count, checkpoints: 0, checkpointedUpTo: 0, errors: [] });
    expect(report.warnings).toEqual([expect.stringContaining("No checkpoint confirms this log")]);
  });

  it("ignores checkpoints of other databases in the same folder, and warns if there are only those", async () => {
    const links = record(3);
    const another = await openEventSignatures("another", [other], signatures);
    another.write({ seq: 900, hash: Buffer.alloc(32, 1) }, AT);
    expect((await verify(links)).warnings).toEqual([expect.stringContaining("Checkpoints of other databases: 1.")]);
    sign(links);
    expect(await verify(links)).toMatchObject({ ok: true, checkpoints: 1, otherCheckpoints: 1 });
  });

  it("accepts a complete log signed with former keys", async () => {
    const links = record(4);
    const former = await openEventSignatures(DATABASE, [other, key], signatures);
    sign(links.slice(0, 2));
    former.write(at(links, 3), AT);
    sign(links);
    for (const source of [checkpoints, former]) expect(await verify(links, source)).toMatchObject({ ok: true });
  });

  it("continues after an already verified event, and compares that event with its checkpoint", async () => {
    const links = record(5);
    sign(links.slice(0, 3));
    const [third, rest] = [at(links, 3), links.slice(3)];
    expect(await verifyChain(each(rest), checkpoints, { after: third })).toMatchObject({
      ok: true,
      events: 5,
      checkpoints: 1,
    });
    const broken = await verifyChain(each(rest), checkpoints, { after: { seq: 3, hash: Buffer.alloc(32) } });
    expect(broken.errors).toMatchObject([{ seq: 3 }, { seq: 4 }]);
  });

  it("detects any flipped bit of any event or hash", async () => {
    const links = record(3);
    for (const [index, { body, hash }] of links.entries()) {
      for (let bit = 0; bit < body.length * 8; bit += 5) {
        const report = await verify(replaced(links, index, { body: flip(body, bit) }));
        expect(report.errors[0]).toMatchObject({ seq: index + 1, message: MISMATCH });
      }
      for (let bit = 0; bit < hash.length * 8; bit += 7) {
        const report = await verify(replaced(links, index, { hash: flip(hash, bit) }));
        const errors = [index + 1, index + 2].filter((seq) => seq <= 3).map((seq) => ({ seq }));
        expect(report).toMatchObject({ ok: false, errors });
      }
    }
  });

  it.each([0, 1, 3])("detects a deleted event %d although the others were renumbered", async (index) => {
    const links = record(5).filter((_, place) => place !== index);
    const renumbered = links.map((link, place) => ({ ...link, seq: place + 1 }));
    expect((await verify(links)).errors[0]).toEqual({ seq: index + 2, message: `event ${index + 1} is missing` });
    expect((await verify(renumbered)).errors[0]).toMatchObject({ seq: index + 1, message: MISMATCH });
  });

  it("detects two swapped events, with and without their numbers", async () => {
    const links = record(3);
    const [first, second, third] = [at(links, 1), at(links, 2), at(links, 3)];
    expect((await verify([first, third, second])).ok).toBe(false);
    expect((await verify([first, { ...third, seq: 2 }, { ...second, seq: 3 }])).ok).toBe(false);
  });

  it("detects an inserted or duplicated event", async () => {
    const links = record(3);
    const first = at(links, 1);
    expect((await verify([first, ...links])).ok).toBe(false);
    expect((await verify([...links, { ...first, seq: 4 }])).ok).toBe(false);
  });

  it("detects a truncated log with a checkpoint", async () => {
    const links = record(5);
    sign(links.slice(0, 3));
    expect((await verify(links.slice(0, 3))).ok).toBe(true);
    sign(links);
    const missing = { seq: 5, message: "the event has a checkpoint but is missing" };
    expect(await verify(links.slice(0, 3))).toMatchObject({ ok: false, errors: [missing] });
    expect((await verify([])).ok).toBe(false);
  });

  it("detects a completely rewritten log with a checkpoint", async () => {
    const links = record(5);
    sign(links.slice(0, 3));
    const rewritten = chainOf(links.map((_, index) => encode(eventOf(index, "INVALID_TASK"))));
    expect(await verify(rewritten)).toMatchObject({
      ok: false,
      errors: [{ seq: 3, message: DIFFERENT }],
    });
  });

  it("detects a checkpoint forged to match a rewritten log", async () => {
    const rewritten = record(3);
    const checkpoint = { ...sign(record(2)), seq: 3, hash: rewritten[2]?.hash.toString("hex") ?? "" };
    expect((await verify(rewritten, { ...checkpoints, readSignatures: () => [checkpoint] })).errors).toEqual([
      { seq: 3, message: FORGED },
    ]);
  });

  it("detects a checkpoint with a changed time or signature", async () => {
    const links = record(2);
    const genuine = sign(links);
    for (const forged of [
      { ...genuine, at: "2020-01-01T00:00:00.000Z" },
      { ...genuine, signature: "" },
    ]) {
      const report = await verify(links, { ...checkpoints, readSignatures: () => [forged] });
      expect(report.ok).toBe(false);
      expect(report.errors).toEqual([{ seq: 2, message: FORGED }]);
    }
  });

  it("warns of a checkpoint signed by an unknown key", async () => {
    const links = record(2);
    const stranger = await openEventSignatures(DATABASE, [newKey()]);
    const foreign = stranger.write(at(links, 2), AT);
    const report = await verify(links, { ...checkpoints, readSignatures: () => [foreign] });
    expect(report).toMatchObject({ ok: false, checkpoints: 0, errors: [] });
    expect(report.warnings).toEqual([
      expect.stringContaining("signed by an unknown key, so they prove nothing"),
      expect.stringContaining("No checkpoint confirms"),
    ]);
    const unlike = stranger.write({ seq: 2, hash: Buffer.alloc(32) }, AT);
    expect((await verify(links, { ...checkpoints, readSignatures: () => [unlike] })).errors).toMatchObject([
      { seq: 2 },
    ]);
  });

  it("compares every checkpoint of an event", async () => {
    const links = record(2);
    sign(links);
    sign(chainOf([encode(eventOf(7)), encode(eventOf(8))]));
    expect((await verify(links)).errors).toEqual([{ seq: 2, message: DIFFERENT }]);
  });

  it("detects a column that does not match its event", async () => {
    const link = at(record(1), 1);
    const { at: time, kind, code } = eventOf(0);
    const columns = { at: time, kind, code, actor_id: "c0", task_id: null };
    sign([link]);
    expect(await verify([{ ...link, columns }])).toMatchObject({ ok: true });
    const others = { at: "2020-01-01T00:00:00.000Z", kind: "x", code: null, actor_id: "c1", task_id: "sha256:0" };
    for (const [name, value] of Object.entries(others)) {
      const report = await verify([{ ...link, columns: { ...columns, [name]: value } }]);
      expect(report.errors).toEqual([{ seq: 1, message: `the column ${name} does not match the event` }]);
    }
  });

  it.each([
    ["no JSON", Buffer.from("{"), "the event is not JSON"],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "the event is not in canonical form"],
    ["not in canonical form", Buffer.from('{"b":1,"a":2}'), "the event is not in canonical form"],
    ["null", Buffer.from("null"), "the event is not a JSON object"],
    ["a list", Buffer.from("[]"), "the event is not a JSON object"],
    ["empty", Buffer.alloc(0), "the event is not JSON"],
  ])("detects an event that is %s, even if its hash is right", async (_, body, message) => {
    expect((await verify(chainOf([encode(eventOf(0)), body]))).errors).toEqual([{ seq: 2, message }]);
  });

  it("requires an empty actor column for an event without an actor", async () => {
    const link = at(chainOf([encode({ kind: "x", actor: "nobody" })]), 1);
    sign([link]);
    expect((await verify([{ ...link, columns: { actor_id: null } }])).ok).toBe(true);
    expect((await verify([{ ...link, columns: { actor_id: "c" } }])).ok).toBe(false);
  });

  it("rests between events when it runs in the background", async () => {
    const links = record(30);
    for (const [index] of links.entries()) sign(links.slice(0, index + 1));
    let steps = 0;
    let rests = 0;
    const pace = { isDue: () => ++steps % 10 === 0, rest: async () => void rests++ };
    expect(await verifyChain(each(links), checkpoints, { pace })).toMatchObject({ ok: true, checkpoints: 30 });
    expect(rests).toBe(3);
  });

  it("lists at most 20 errors and reports progress", async () => {
    const broken = record(100).map((link) => ({ ...link, hash: Buffer.alloc(32) }));
    expect((await verify(broken)).errors).toHaveLength(20);
    const told: number[] = [];
    await verifyChain(each(record(2_500)), checkpoints, { onProgress: (events) => told.push(events) });
    expect(told).toEqual([1_000, 2_000, 2_500]);
  });
});

describe("verification of the audit log with a signed tree", () => {
  const COUNT = 40;
  const links = record(COUNT);

  /** The checkpoint of a tree over the first events, with its tiles. */
  async function signTree(signed: readonly Link[], signature: SignatureState = "genuine"): Promise<CheckpointSource> {
    const store = memoryTiles();
    await appendLeaves(
      store,
      0,
      signed.map((link) => leafHash(leafOf(link))),
    );
    const { length: size } = signed;
    const root = new Uint8Array(await hashRange(store, size, { start: 0, end: size }));
    return {
      ...checkpoints,
      readTrees: async () => [{ databaseId: DATABASE, size, root, signature }],
      readSubtrees: async (after) =>
        after > size ? undefined : Promise.all(completeSubtrees(after).map((range) => hashRange(store, size, range))),
    };
  }

  it("accepts a log that begins with the events of the tree, from any verified event on", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: COUNT }), fc.nat(COUNT), async (size, start) => {
        const source = await signTree(links.slice(0, size));
        const after = links[start - 1];
        const report = await verifyChain(each(links.slice(start)), source, after && { after });
        // A verification that starts after the tree was signed counts it as compared before.
        expect(report).toMatchObject({ ok: true, errors: [], checkpoints: 1, checkpointedUpTo: size });
      }),
    );
  });

  it("detects a rewritten event, a truncated log, and tiles that do not lead to the signed root", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: COUNT }), fc.nat(COUNT - 1), async (size, changed) => {
        const source = await signTree(links.slice(0, size));
        const rewritten = chainOf(
          links.map(({ body }, index) => (index === changed ? encode(eventOf(index, "INVALID_TASK")) : body)),
        );
        const { errors } = await verify(rewritten, source);
        const different = { seq: size, message: DIFFERENT };
        expect(errors).toEqual(changed < size ? [different] : []);
        const missing = { seq: size, message: "the event has a checkpoint but is missing" };
        expect((await verify(links.slice(0, changed), source)).errors).toEqual(changed < size ? [missing] : []);
        const after = links[changed - 1];
        if (after === undefined || changed > size) return;
        const other = { ...source, readSubtrees: async () => completeSubtrees(changed).map(() => Buffer.alloc(32)) };
        expect((await verifyChain(each(links.slice(changed)), other, { after })).errors).toEqual([different]);
      }),
    );
  });

  it("does not compare the tree if the hashes of earlier events are unknown", async () => {
    const source = { ...(await signTree(links)), readSubtrees: async () => undefined };
    const report = await verifyChain(each(links.slice(1)), source, { after: at(links, 1) });
    expect(report).toMatchObject({ ok: false, errors: [], checkpoints: 0 });
    expect(report.warnings).toEqual([expect.stringContaining("No checkpoint confirms this log")]);
  });

  it("reports a forged signature, and warns of an unknown key", async () => {
    expect((await verify(links, await signTree(links, "forged"))).errors).toEqual([{ seq: COUNT, message: FORGED }]);
    const report = await verify(links, await signTree(links, "unknown_key"));
    expect(report).toMatchObject({ ok: false, errors: [], checkpoints: 0 });
    expect(report.warnings[0]).toContain("signed by an unknown key");
  });
});

function flip(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = Math.floor(bit / 8);
  copy[place] = (copy[place] ?? 0) ^ (1 << (bit % 8));
  return copy;
}
