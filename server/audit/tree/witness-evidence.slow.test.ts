import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { parseNote } from "#lib/tlog/signed-note.ts";
import { verifyCheckpoint, verifyProof } from "#lib/tlog/verify-proof.ts";
import { readLinks } from "#server/audit/export/read-links.ts";
import type { Actor } from "#server/audit/log/event.ts";
import { readLogKeys } from "#server/audit/log/log-keys.ts";
import { readHead } from "#server/audit/log/read-events.ts";
import { readConfig } from "#server/config/read-config.ts";
import { askReceipt } from "#test/ask-receipt.ts";
import { effort } from "#test/effort.ts";
import { type Answer, answerWith, hashOfOrigin, printLine, startFakeWitness } from "#test/fake-witness.ts";
import { generateLog, signNote } from "#test/generated-log.ts";
import { openFolder } from "#test/open-folder.ts";
import { makeFolder } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { acceptLoss } from "./accept-loss.ts";
import { openLogSigner } from "./note-signer.ts";
import { openLogTree } from "./open-log-tree.ts";
import { checkpointFile, originOf } from "./signed-tree.ts";

const body = JSON.stringify(readExample("binary"));

let witness: Awaited<ReturnType<typeof startFakeWitness>>;
let dataDir: string;
let gateway: TestGateway;

const start = async () => {
  gateway = await startGateway({ DATA_DIR: dataDir, WITNESSES: witness.entry });
  await grow();
};

const predict = async () => {
  const { status, headers } = await gateway.post(body);
  return { status, requestId: headers.get("x-request-id") ?? "" };
};

const ask = (requestId: string, tree = gateway.gateway.tree) =>
  askReceipt({ key: gateway.key, gateway: { ...gateway.gateway, tree } }, requestId);
const lastOf = async () => (await gateway.gateway.tree.readLast()) ?? { size: 0, note: "" };
const headOf = async () => (await readHead(gateway.gateway.database))?.seq ?? 0;
const grow = (tree = gateway.gateway.tree) => tree.grow().catch((error: Error) => error.message);

/** Answers every request to cosign as a witness that has seen a tree of this size. */
const claim = (size: number | string): Answer => answerWith(409, `${size}\n`);

/** Returns a checkpoint of this log by its own key, as if it had other events. */
async function forge(size: number, origin = originOf(gateway.gateway.signer.databaseId)): Promise<string> {
  const [{ privateKey } = {}] = readLogKeys(join(dataDir, "log-key.pem"));
  if (privateKey === undefined) throw new Error("there is no key");
  const leaves = Array.from({ length: size }, (_, index) => Buffer.from(`other ${index}`));
  const { root } = await generateLog(origin, leaves, []);
  return signNote({ origin, size, root }, [await openLogSigner(origin, privateKey)]);
}

beforeEach(async () => {
  witness = await startFakeWitness();
});

describe("a gateway with a witness", () => {
  beforeEach(async () => {
    dataDir = await copySeededFolder();
  });

  it("stops signing, but no answer, until the log is as long as it claims; also after a restart", async () => {
    await start();
    const covered = await predict();
    await grow();
    const before = await lastOf();
    witness.add = claim(before.size + 10);
    const uncovered = await predict();
    await grow();
    for (let round = 0; round < 2; round++) {
      const { size } = await lastOf();
      expect(await grow()).toMatch(
        /^Nothing is signed: the witness witness.example\/fake claims to have seen \d+ events/,
      );
      const later = await predict();
      expect(later.status).toBe(200);
      expect(await gateway.gateway.events.check()).toBe("ready");
      expect(await lastOf()).toMatchObject({ size });
      expect(await ask(covered.requestId)).toMatchObject({ status: 200 });
      const text = expect.stringContaining("AUDIT_UNAVAILABLE");
      expect(await ask(later.requestId)).toMatchObject({ status: 503, text });
      await expect(gateway.gateway.signer.sign({ seq: 1, hash: Buffer.alloc(32) }, new Date())).rejects.toThrow();
      const metrics = await gateway.gateway.metrics.text();
      expect(metrics).toContain("gateway_signing_stopped 1");
      expect(metrics).toContain("gateway_history_lost 0");
      if (round > 0) continue;
      await gateway.stop();
      await start();
    }
    while ((await headOf()) < before.size + 10) await predict();
    witness.add = witness.cosign;
    await grow();
    expect(await ask(uncovered.requestId)).toMatchObject({ status: 200 });
    expect(await gateway.gateway.metrics.text()).toContain("gateway_signing_stopped 0");
  });

  it("stops recording if it serves a checkpoint of more events by the log's key, and accept-loss takes only this one", async () => {
    await start();
    const [proof, same, stranger] = [
      await forge((await headOf()) + 10),
      (await lastOf()).note,
      (await generateLog(originOf(gateway.gateway.signer.databaseId), [Buffer.from("event")], [])).note,
    ];
    const databaseId = gateway.gateway.signer.databaseId;
    witness.add = claim((await headOf()) + 10);
    witness.checkpoint = answerWith(200, proof);
    await predict();
    await grow();
    expect(gateway.gateway.tree.isHistoryLost()).toBe(true);
    expect(await predict()).toMatchObject({ status: 503 });
    expect(await gateway.gateway.metrics.text()).toContain("gateway_history_lost 1");
    await gateway.stop();
    const accept = async (note: string) => {
      const database = await openFolder(dataDir);
      const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
      return acceptLoss(database, config, () => new Date(), note).finally(() => database.close());
    };
    await expect(accept(stranger)).rejects.toThrow("unknown log");
    expect(await accept(same)).toBeUndefined();
    expect(await accept(proof)).toMatchObject({
      expected: { database_id: databaseId, checkpoint: parseNote(proof)?.text },
    });
    witness.checkpoint = answerWith(404);
    await start();
    expect(gateway.gateway.signer.databaseId).not.toBe(databaseId);
  });

  it("holds up neither a start nor a proof if it does not answer, and its cosignature is in later proofs", async () => {
    // Without its time limit, a request that waits for the witness would wait until the test fails.
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
    const held: (() => void)[] = [];
    witness.add = (response, text) => void held.push(() => witness.cosign(response, text));
    gateway = await startGateway({ DATA_DIR: dataDir, WITNESSES: witness.entry });
    const policy = await parsePolicy(gateway.gateway.tree.printPolicy());
    await until("the witness is asked at the start", () => held.length > 0);
    const { requestId, status } = await predict();
    expect(status).toBe(200);
    const first = await ask(requestId);
    expect(first.status).toBe(200);
    expect(await verifyProof(first.text, policy)).toEqual({ ok: false, error: "missing cosignatures" });
    expect(await verifyProof(first.text, { ...policy, isQuorum: () => true })).toMatchObject({ ok: true });
    await until("a later proof is cosigned", async () => {
      for (const answer of held.splice(0)) answer();
      // Callers who want proofs of newer events do not postpone the cosignatures of older ones.
      await ask((await predict()).requestId);
      return (await verifyProof((await ask(requestId)).text, policy)).ok;
    });
    witness.add = witness.cosign;
    for (const answer of held.splice(0)) answer();
  });
});

const ACTOR: Actor = { type: "system", id: "test" };

/** Lines of an answer to a request to cosign. Only `genuine` may be published, if it is the first line of the key. */
const LINES = ["genuine", "early", "late", "zero", "longer", "damaged", "stranger", "log", "blank", "text"] as const;

const answers = fc.oneof(
  fc.record({
    kind: fc.constant("lines" as const),
    status: fc.constantFrom(200, 200, 200, 201, 404),
    lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 4 }),
    ends: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("bytes" as const),
    status: fc.constantFrom(200, 400, 403, 404, 409, 422, 429, 500, 503),
    bytes: fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constantFrom("\n\n", "7", " 7\n", "-7\n", "7\n7\n", "1e9\n")),
  }),
  fc.record({ kind: fc.constant("size" as const), above: fc.constantFrom(-1, 0, 1, 1_000, 2 ** 50) }),
  fc.record({ kind: fc.constantFrom(...(["refusal", "long", "endless", "hang", "redirect"] as const)) }),
);

const served = fc.constantFrom(...(["own", "missing", "damaged", "endless", "hang"] as const));

/** Whether an answer contains a valid cosignature: the first line of the key counts, and all lines must be signatures. */
function isGenuine(lines: readonly (typeof LINES)[number][]): boolean {
  const own = lines.find((line) => !["stranger", "log", "blank", "text"].includes(line));
  return own === "genuine" && !lines.includes("blank") && !lines.includes("text");
}

describe("a log tree with a witness", () => {
  let timeout: AbortController;

  // The gateway itself asks no witness; each test opens other trees of its log.
  beforeAll(async () => {
    dataDir = await copySeededFolder();
    gateway = await startGateway({ DATA_DIR: dataDir });
  });

  async function openTree(entries = witness.entry, checkpointDir = makeFolder()) {
    const { database, config } = gateway.gateway;
    const { witnesses } = readConfig({ WITNESSES: entries });
    const opened = await openLogTree({ ...config, checkpointDir, witnesses }, database, {
      onChange() {},
      onProblem() {},
    });
    await grow(opened.tree);
    return opened.tree;
  }

  it.each(["9007199254740993", "18446744073709551615"])("signs nothing while it claims %s events", async (size) => {
    const folder = makeFolder();
    witness.add = claim(size);
    const tree = await openTree(witness.entry, folder);
    const { requestId } = await predict();
    expect(await grow(tree)).toContain("Nothing is signed");
    expect(tree.isSigningStopped()).toBe(true);
    expect(await ask(requestId, tree)).toMatchObject({ status: 503 });
    expect(await ask(requestId, await openTree("", folder))).toMatchObject({ status: 200 });
  });

  it("changes nothing if it only refuses a checkpoint as inconsistent", async () => {
    const tree = await openTree();
    witness.add = answerWith(422, "The checkpoint does not extend the last checkpoint of the log.\n");
    const { requestId } = await predict();
    await grow(tree);
    expect(witness.asked.some((request) => request.startsWith("GET "))).toBe(true);
    expect(tree.isSigningStopped()).toBe(false);
    expect((await tree.readLast())?.size).toBe(await headOf());
    expect(await ask(requestId, tree)).toMatchObject({ status: 200 });
  });

  it("is lost if the witness serves a checkpoint of other events by the log's key", async () => {
    const tree = await openTree();
    witness.add = answerWith(422);
    witness.checkpoint = answerWith(200, await forge(5));
    await predict();
    await grow(tree);
    expect(tree.isHistoryLost()).toBe(true);
    const asked = `GET /${hashOfOrigin(originOf(gateway.gateway.signer.databaseId))}/checkpoint`;
    expect(witness.asked).toContain(asked);
  });

  it("cannot name a witness twice", async () => {
    await expect(openTree(`${witness.entry},${witness.entry}/other`)).rejects.toThrow(
      "WITNESSES must not contain one key twice",
    );
  });

  it("reads the checkpoints of a witness at the third part of its entry, if there is one", async () => {
    const other = await startFakeWitness();
    const tree = await openTree(`${witness.entry} ${other.origin}/monitoring/`);
    witness.add = answerWith(422);
    other.checkpoint = answerWith(200, await forge(5));
    await predict();
    await grow(tree);
    const hash = hashOfOrigin(originOf(gateway.gateway.signer.databaseId));
    expect([...new Set(other.asked)]).toEqual([`GET /monitoring/${hash}/checkpoint`]);
    expect(tree.isHistoryLost()).toBe(true);
  });

  it("learns nothing from a checkpoint of this log, by another key, of another log, or with a damaged signature", async () => {
    const tree = await openTree();
    const origin = originOf(gateway.gateway.signer.databaseId);
    const stranger = await generateLog(origin, [Buffer.from("event")], []);
    const forged = await forge(5);
    for (const note of [
      (await tree.readLast())?.note ?? "",
      stranger.note,
      signNote({ origin, size: 1_000, root: stranger.root }, [stranger.signer]),
      await forge(5, "forecasting-gateway/another"),
      forged.replace("\n5\n", "\n6\n"),
      "",
    ]) {
      witness.add = answerWith(422);
      witness.checkpoint = answerWith(200, note);
      await predict();
      await grow(tree);
      expect([tree.isHistoryLost(), tree.isSigningStopped()]).toEqual([false, false]);
      expect((await tree.readLast())?.size).toBe(await headOf());
    }
  });

  it("never stops recording whatever the witness answers, and changes what is published only by a valid, recent cosignature", async () => {
    const { database, config, events, signer: eventSigner } = gateway.gateway;
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
      timeout = new AbortController();
      return timeout.signal;
    });
    const { witnesses } = readConfig({ WITNESSES: witness.entry });
    const stranger = await startFakeWitness();
    await stranger.stop();
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 4 }), served, async (all, kind) => {
        const folder = makeFolder();
        const { tree } = await openLogTree({ ...config, checkpointDir: folder, witnesses }, database, {
          onChange: (found) => expect(found?.isProven).not.toBe(true),
          onProblem: () => {},
        });
        const policy = { ...(await parsePolicy(tree.printPolicy())), isQuorum: () => true };
        const file = checkpointFile(folder, eventSigner.databaseId);
        witness.checkpoint = (response, text) => {
          if (kind === "endless" || kind === "hang") misbehave(kind)(response, text);
          else answerWith(kind === "missing" ? 404 : 200, kind === "own" ? readFileSync(file) : "—")(response, text);
        };
        let isCosigned = false;
        let claimed = 0;
        for (const answer of all) {
          await events.append(ACTOR, { kind: "member.renamed", member_id: "nobody", name: "x" });
          const head = await headOf();
          const before = await tree.readLast();
          const isStopped = claimed > head;
          isCosigned &&= isStopped;
          witness.add = async (response, text) => {
            if (answer.kind === "size") {
              claimed = Math.max(claimed, head + answer.above);
              claim(head + answer.above)(response, text);
            } else if (answer.kind === "bytes") answerWith(answer.status, answer.bytes)(response, text);
            else if (answer.kind === "lines") {
              const lines = (await Promise.all(answer.lines.map((line) => printAnswer(line, text, stranger)))).join("");
              isCosigned ||= answer.status === 200 && answer.ends && isGenuine(answer.lines);
              answerWith(answer.status, answer.ends ? lines : lines.trimEnd())(response, text);
            } else if (answer.kind === "long") {
              const line = await printAnswer("genuine", text, stranger);
              answerWith(200, line.repeat(100_000 / line.length))(response, text);
            } else misbehave(answer.kind)(response, text);
          };
          await tree.grow().catch((error: Error) => expect(error.message).toContain("Nothing is signed"));
          expect([tree.isHistoryLost(), tree.isSigningStopped()]).toEqual([false, claimed > head]);
          const last = await tree.readLast();
          expect(last?.size).toBe(isStopped ? before?.size : head);
          const note = readFileSync(file, "utf8");
          const names = [originOf(eventSigner.databaseId), ...(isCosigned ? [witness.key.name] : [])];
          expect(parseNote(note)?.signatures.map(({ name }) => name)).toEqual(names);
          expect(await verifyCheckpoint(note, policy)).toMatchObject({ ok: true });
          for await (const link of readLinks(database, { above: (last?.size ?? 0) - 1, upTo: last?.size ?? 0 }))
            expect(await verifyProof(await tree.prove(link), policy)).toMatchObject({ ok: true });
        }
        rmSync(folder, { recursive: true });
      }),
      { numRuns: effort({ sample: 20, full: 1_000 }) },
    );
    expect(await predict()).toMatchObject({ status: 200 });
  });

  /** Answers that never end, or that lead elsewhere. */
  function misbehave(kind: "refusal" | "endless" | "hang" | "redirect"): Answer {
    return (response) => {
      if (kind === "refusal") answerWith(422)(response, "");
      else if (kind === "redirect")
        response.writeHead(302, { location: `${witness.origin}/${hashOfOrigin("x")}` }).end();
      else if (kind === "hang") timeout.abort(new DOMException("The operation timed out", "TimeoutError"));
      else {
        const write = () => {
          if (!response.destroyed) response.write("x".repeat(16_384), () => setImmediate(write));
        };
        write();
      }
    };
  }
});

async function printAnswer(line: (typeof LINES)[number], text: string, stranger: typeof witness): Promise<string> {
  if (line === "blank") return "\n";
  if (line === "text") return "other\n";
  const offsets = { early: -600_000, late: 600_000 };
  const at = line === "zero" ? 0 : Date.now() + (line === "early" || line === "late" ? offsets[line] : 0);
  const signer = await (line === "stranger" ? stranger : witness).signAt(at);
  const { name, keyId, signature } = signer.sign(line === "longer" ? `${text}extension\n` : text);
  if (line === "damaged") signature[20] = (signature[20] ?? 0) ^ 1;
  return printLine(line === "log" ? "another" : name, keyId, signature);
}
