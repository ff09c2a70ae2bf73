import { generateKeyPairSync, hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinExtra } from "#lib/tlog/disclosures.ts";
import { hashLeaf, isConsistent, isEqual, rootOfInclusion } from "#lib/tlog/merkle.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { printVerifierKey } from "#lib/tlog/signed-note.ts";
import { printProof } from "#lib/tlog/tlog-proof.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";
import { effort } from "#test/effort.ts";
import { generateLog, memoryTiles, signNote } from "#test/generated-log.ts";
import { makeFolder } from "#test/run-process.ts";
import { openWitnessSigner } from "./note-signer.ts";
import { appendLeaves, copyTiles, hashRange, leafHash, openTileFolder } from "./tiles.ts";

const numRuns = effort({ sample: 60, full: 1_000 });

/** The Merkle tree hash as RFC 6962, section 2.1, defines it. */
function treeHash(leaves: readonly Uint8Array[]): Buffer {
  const sha256 = (...parts: readonly Uint8Array[]) => hash("sha256", Buffer.concat(parts), "buffer");
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] as Uint8Array);
  const left = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, left)), treeHash(leaves.slice(left)));
}

const leavesOf = (count: number) => Array.from({ length: count }, (_, index) => Buffer.from(`event ${index}`));
const size = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 1, max: 1_100 }),
  fc.constantFrom(255, 256, 257, 512),
);
const batches = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 6 });
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("the Merkle tree of a log", () => {
  it("has the root of RFC 6962 at every size, whatever the batches", async () => {
    await fc.assert(
      fc.asyncProperty(size, batches, share, async (count, sizes, at) => {
        const leaves = leavesOf(count);
        const log = await generateLog("example.com/log", leaves, sizes);
        const old = Math.floor(at * count) + 1;
        expect(Buffer.from(await log.rootAt(old))).toEqual(treeHash(leaves.slice(0, old)));
      }),
      { numRuns },
    );
  });

  it("is copied at an older size after it has grown", async () => {
    await fc.assert(
      fc.asyncProperty(size, share, async (count, at) => {
        const leaves = leavesOf(count);
        const old = Math.floor(at * count) + 1;
        const tiles = openTileFolder(makeFolder());
        for (const [start, end] of [
          [0, old],
          [old, count],
        ] as const)
          await appendLeaves(tiles, start, leaves.slice(start, end).map(leafHash));
        const copy = memoryTiles();
        await copyTiles(tiles, copy, old);
        expect(await hashRange(copy, old, { start: 0, end: old })).toEqual(treeHash(leaves.slice(0, old)));
      }),
      { numRuns: effort({ sample: 15, full: 100 }) },
    );
  });

  it("proves each leaf, and each older tree", async () => {
    await fc.assert(
      fc.asyncProperty(size, batches, share, async (count, sizes, at) => {
        const leaves = leavesOf(count);
        const log = await generateLog("example.com/log", leaves, sizes);
        const index = Math.floor(at * count);
        const leaf = await hashLeaf(leaves[index] as Buffer);
        const root = await rootOfInclusion(leaf, { index, size: count }, await log.inclusion(index));
        expect(root).toEqual(log.root);
        const old = { size: index + 1, root: await log.rootAt(index + 1) };
        expect(await isConsistent(old, log, await log.consistency(old.size))).toBe(true);
      }),
      { numRuns },
    );
  });

  it("refuses every proof with a changed, missing, additional or moved hash", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), share, share, fc.nat(255), async (count, at, which, byte) => {
        const log = await generateLog("example.com/log", leavesOf(count), []);
        const index = Math.floor(at * count);
        const leaf = await hashLeaf(Buffer.from(`event ${index}`));
        const good = await log.inclusion(index);
        const position = Math.floor(which * good.length);
        const flipped = good.map((one, other) =>
          other === position ? one.with(byte % 32, (one[byte % 32] ?? 0) ^ 1) : one,
        );
        for (const proof of [flipped, good.slice(1), [...good, good[0] ?? leaf]]) {
          const root = await rootOfInclusion(leaf, { index, size: count }, proof as typeof good);
          expect(root !== undefined && isEqual(root, log.root)).toBe(false);
        }
        const moved = await rootOfInclusion(leaf, { index: (index + 1) % count, size: count }, good);
        expect(moved !== undefined && isEqual(moved, log.root)).toBe(false);
      }),
      { numRuns },
    );
  });

  it("writes the tiles of the specification's example: 70,000 leaves", async () => {
    const store = memoryTiles();
    const leaf = leafHash(Buffer.from("event"));
    await appendLeaves(
      store,
      0,
      Array.from({ length: 70_000 }, () => leaf),
    );
    const names = [...store.tiles.keys()];
    expect(names.filter((name) => /^0\/\d{3}$/.test(name))).toHaveLength(273);
    expect(names.filter((name) => !/^0\/\d{3}$/.test(name)).sort()).toEqual([
      "0/273.p/112",
      "1/000",
      "1/001.p/17",
      "2/000.p/1",
    ]);
    expect(await hashRange(store, 70_000, { start: 0, end: 70_000 })).toHaveLength(32);
  });

  it("reports a missing tile instead of returning a wrong hash", async () => {
    const store = memoryTiles();
    await appendLeaves(store, 0, leavesOf(300).map(leafHash));
    const damaged = { ...store, read: async (name: string) => (name === "0/000" ? undefined : store.read(name)) };
    await expect(hashRange(damaged, 300, { start: 3, end: 4 })).rejects.toThrow("0/000");
  });
});

/** A leaf of a log of events: a hash in the chain and JSON. */
const eventLeaf = (index: number) => new Uint8Array(Buffer.from(`${"-".repeat(32)}{"kind":"event ${index}"}`));

const log = await generateLog(
  "example.com/log",
  Array.from({ length: 300 }, (_, index) => eventLeaf(index)),
  [100],
);
const { privateKey } = generateKeyPairSync("ed25519");
const witness = await openWitnessSigner("witness.example/w", privateKey, () => 1_800_000_000_500);
const head = { origin: "example.com/log", size: log.size, root: log.root };
const cosigned = signNote(head, [log.signer, witness]);
const logLine = `log ${printVerifierKey(log.signer.key)}`;
const witnessed = await parsePolicy(`${logLine}\nwitness w ${printVerifierKey(witness.key)}\nquorum w`);
const unwitnessed = await parsePolicy(`# Trusts the log alone.\n${logLine}\nquorum none`);
const proofOf = async (index: number, changes = {}) =>
  printProof({
    extra: eventLeaf(index),
    index,
    hashes: await log.inclusion(index),
    checkpoint: cosigned,
    ...changes,
  });

describe("a proof", () => {
  it("returns the event, the checkpoint and the times of the cosignatures", async () => {
    const verified = await verifyProof(await proofOf(123), witnessed);
    expect(verified).toMatchObject({
      ok: true,
      value: {
        index: 123,
        leaf: eventLeaf(123),
        event: { kind: "event 123" },
        checkpoint: { size: 300, cosignatures: [{ witness: "w", time: 1_800_000_000 }] },
      },
    });
  });

  it("names the first check that fails", async () => {
    const errorOf = async (text: string, policy = witnessed) => {
      const verified = await verifyProof(text, policy);
      return verified.ok ? undefined : verified.error;
    };
    const other = await generateLog("example.com/other", leavesOf(300), []);
    expect(await errorOf("c2sp.org/tlog-proof@v1")).toBe("not a proof");
    expect(await errorOf(await proofOf(1, { extra: undefined }))).toBe("no leaf");
    expect(await errorOf(await proofOf(1, { checkpoint: "300\n" }))).toBe("not a checkpoint");
    expect(await errorOf(await proofOf(1, { checkpoint: other.note }))).toBe("unknown log");
    expect(await errorOf((await proofOf(1)).replace("\n300\n", "\n301\n"))).toBe("invalid signature");
    expect(await errorOf(await proofOf(1, { checkpoint: log.note }))).toBe("missing cosignatures");
    expect(await errorOf(await proofOf(1, { checkpoint: log.note }), unwitnessed)).toBeUndefined();
    expect(await errorOf(await proofOf(1, { index: 2 }))).toBe("not in the log");
    expect(await errorOf(await proofOf(1, { extra: new Uint8Array([1]) }))).toBe("not in the log");
    const leaf = new Uint8Array([1]);
    const { note: checkpoint } = await generateLog("example.com/log", [leaf], []);
    expect(await errorOf(await proofOf(0, { extra: leaf, hashes: [], checkpoint }), unwitnessed)).toBe("not an event");
    expect(await errorOf(await proofOf(1, { extra: joinExtra(eventLeaf(1), [""]) }))).toBe("changed content");
  });

  it("has a time only if the policy demands witnesses: when enough of them had cosigned", async () => {
    const time = fc.integer({ min: 1, max: 2_000_000_000 });
    const cosigners = fc.array(fc.record({ time, cosigned: fc.boolean() }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cosigners, share, async (all, at) => {
        const least = 1 + Math.floor(at * all.length);
        const signers = await Promise.all(
          all.map((one, index) =>
            openWitnessSigner(
              `witness.example/${index}`,
              generateKeyPairSync("ed25519").privateKey,
              () => one.time * 1e3,
            ),
          ),
        );
        const checkpoint = signNote(head, [log.signer, ...signers.filter((_, index) => all[index]?.cosigned)]);
        const lines = signers.map((signer, index) => `witness w${index} ${printVerifierKey(signer.key)}`);
        const names = signers.map((_, index) => `w${index}`).join(" ");
        const timeUnder = async (quorum: string) => {
          const policy = await parsePolicy([logLine, ...lines, `group enough ${least} ${names}`, quorum].join("\n"));
          const verified = await verifyProof(await proofOf(5, { checkpoint }), policy);
          return verified.ok ? verified.value.checkpoint.witnessedAt : verified.error;
        };
        const times = all.filter(({ cosigned }) => cosigned).map((one) => one.time);
        const expected = times.sort((one, other) => one - other)[least - 1];
        expect(await timeUnder("quorum enough")).toBe(expected ?? "missing cosignatures");
        expect(await timeUnder("quorum none")).toBeUndefined();
      }),
      { numRuns: effort({ sample: 40, full: 500 }) },
    );
  });

  it.each([0, 253_402_300_800, 2 ** 53])("is invalid with the cosignature time %d", async (time) => {
    const signer = await openWitnessSigner("witness.example/w", privateKey, () => time * 1000);
    const proof = await proofOf(5, { checkpoint: signNote(head, [log.signer, signer]) });
    expect(await verifyProof(proof, witnessed)).toEqual({ ok: false, error: "invalid cosignature" });
  });

  it("is refused after any change of its text", async () => {
    const text = await proofOf(77);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.string({ maxLength: 2 }), async (position, replacement) => {
        const damaged = text.slice(0, position) + replacement + text.slice(position + 1);
        fc.pre(damaged !== text);
        expect((await verifyProof(damaged, witnessed)).ok).toBe(false);
      }),
      { numRuns: effort({ sample: 200, full: 1_000 }) },
    );
  });
});
