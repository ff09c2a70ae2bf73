import { createHash, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printAddCheckpoint } from "#lib/tlog/add-checkpoint.ts";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { sha256 } from "#lib/tlog/merkle.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { parseNote, printVerifierKey } from "#lib/tlog/signed-note.ts";
import { verifyCheckpoint } from "#lib/tlog/verify-proof.ts";
import { openWitnessSigner } from "#server/audit/tree/note-signer.ts";
import { effort } from "#test/effort.ts";
import { generateLog, signNote } from "#test/generated-log.ts";
import { listenOn } from "#test/listen.ts";
import { makeFolder } from "#test/run-process.ts";
import { addCheckpoint, createWitness } from "./serve-witness.ts";
import { openWitnessStore } from "./witness-store.ts";

const ORIGIN = "example.com/log";
const SIZE = 40;
const { privateKey } = generateKeyPairSync("ed25519");
const leavesOf = (name: string) => Array.from({ length: SIZE }, (_, index) => Buffer.from(`${name} ${index}`));
// Both logs have the same key and the same first ten events, as if the second were a fork of the first.
const shared = leavesOf("event").slice(0, 10);
const logs = {
  honest: await generateLog(ORIGIN, leavesOf("event"), []),
  forked: await generateLog(ORIGIN, [...shared, ...leavesOf("other").slice(10)], []),
};
const signer = await openWitnessSigner("witness.example/w", privateKey, () => 1_800_000_000_000);
const policy = await parsePolicy(
  `log ${printVerifierKey(logs.honest.signer.key)}\nwitness w ${printVerifierKey(signer.key)}\nquorum w`,
);

const folder = makeFolder();
let folders = 0;
const newContext = () => {
  const store = openWitnessStore(join(folder, String(++folders)));
  return { logs: policy.logs, signer, store };
};

async function bodyOf(log: keyof typeof logs, old: number, size: number): Promise<string> {
  const generated = await generateLog(
    ORIGIN,
    (log === "honest" ? leavesOf("event") : [...shared, ...leavesOf("other").slice(10)]).slice(0, size),
    [],
  );
  const proof = old === 0 || old > size ? [] : await generated.consistency(old);
  return printAddCheckpoint({ old, proof, checkpoint: generated.note });
}

describe("a witness", () => {
  it("never cosigns two inconsistent checkpoints, or a smaller one, also after restarts", async () => {
    const step = fc.record({
      log: fc.constantFrom<keyof typeof logs>("honest", "honest", "forked"),
      /** The old size in the request, if it is not the witness's own. */
      claimed: fc.option(fc.nat(SIZE), { freq: 3 }),
      grows: fc.integer({ min: -3, max: 12 }),
      restarts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const context = newContext();
        let last = 0;
        let branch: keyof typeof logs | undefined;
        for (const { log, claimed, grows, restarts } of steps) {
          if (restarts) context.store = openWitnessStore(join(folder, String(folders)));
          const old = claimed ?? last;
          const size = Math.max(1, Math.min(SIZE, last + grows));
          const { status, body } = await addCheckpoint(context, await bodyOf(log, old, size));
          const isSameBranch = branch === undefined || branch === log || last <= 10;
          const expected = old > size ? 400 : old !== last ? 409 : isSameBranch ? 200 : 422;
          expect(status).toBe(expected);
          if (status === 409) expect(body).toBe(`${last}\n`);
          if (status !== 200) continue;
          const stored = context.store.read(ORIGIN) ?? "";
          expect(await verifyCheckpoint(stored, policy)).toMatchObject({ ok: true, value: { size } });
          expect(stored.endsWith(body)).toBe(true);
          last = size;
          if (size > 10) branch = log;
        }
      }),
      { numRuns: effort({ sample: 40, full: 500 }) },
    );
  });

  it("names the reason of a refusal by its status", async () => {
    const context = newContext();
    const statusOf = async (body: string) => (await addCheckpoint(context, body)).status;
    const good = await bodyOf("honest", 0, 5);
    expect(await statusOf("old 0\n")).toBe(400);
    expect(await statusOf(good.replace("old 0", "old 00"))).toBe(400);
    expect(await statusOf(good.replace(ORIGIN, "example.com/unknown"))).toBe(404);
    expect(await statusOf(good.replace("\n5\n", "\n6\n"))).toBe(403);
    const unsigned = signNote({ origin: ORIGIN, size: 5, root: await sha256() }, [signer]);
    expect(await statusOf(printAddCheckpoint({ old: 0, proof: [], checkpoint: unsigned }))).toBe(403);
    const proof = [await sha256()];
    expect(await statusOf(printAddCheckpoint({ old: 0, proof, checkpoint: logs.honest.note }))).toBe(422);
    const notEmpty = signNote({ origin: ORIGIN, size: 0, root: logs.honest.root }, [logs.honest.signer]);
    expect(await statusOf(printAddCheckpoint({ old: 0, proof: [], checkpoint: notEmpty }))).toBe(422);
    expect(await statusOf(good)).toBe(200);
  });

  it("answers concurrent requests one after the other, and publishes the last checkpoint", async () => {
    const context = newContext();
    const url = `http://127.0.0.1:${await listenOn(createWitness(context))}`;
    const bodies = await Promise.all(Array.from({ length: 20 }, (_, index) => bodyOf("honest", 0, index + 1)));
    const answers = await Promise.all(bodies.map((body) => fetch(`${url}/add-checkpoint`, { method: "POST", body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const hash = createHash("sha256").update(ORIGIN).digest("hex");
    const published = await (await fetch(`${url}/${hash}/checkpoint`)).text();
    expect(parseCheckpoint(parseNote(published)?.text ?? "")?.size).toBeGreaterThan(0);
    expect(published).toBe(context.store.read(ORIGIN));
    expect((await fetch(`${url}/${"0".repeat(64)}/checkpoint`)).status).toBe(404);
  });
});
