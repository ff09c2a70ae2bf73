import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seededRandom } from "#lib/stats/seeded-random.ts";
import { fromBase64, toBase64 } from "#lib/tlog/base64.ts";
import { hashLeaf, isConsistent, rootOfInclusion } from "#lib/tlog/merkle.ts";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { printVerifierKey } from "#lib/tlog/signed-note.ts";
import { verifyCheckpoint } from "#lib/tlog/verify-proof.ts";
import { effort, seed } from "#test/effort.ts";
import { generateLog } from "#test/generated-log.ts";
import { makeFolder } from "#test/run-process.ts";

/** Debian's golang-golang-x-mod-dev installs its source here. */
const GOPATH = "/usr/share/gocode";
const skip = !(existsSync("/usr/bin/go") && existsSync(join(GOPATH, "src/golang.org/x/mod/sumdb/tlog")));
const LOGS = effort({ sample: 100, full: 1_000 });
const MAX_LEAVES = 700;
const ORIGIN = "example.com/log";

const folder = makeFolder();

interface Made {
  readonly ok: boolean;
  readonly error?: string;
  readonly key: string;
  readonly note: string;
  readonly inclusion: readonly string[] | null;
  readonly consistency: readonly string[] | null;
}

async function generateCase(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const leaves = Array.from({ length: 1 + below(MAX_LEAVES) }, (_, index) => Buffer.from(`event ${index} ${random()}`));
  const log = await generateLog(ORIGIN, leaves, [below(300), below(300)]);
  const index = below(leaves.length);
  const old = 1 + below(leaves.length);
  const oldRoot = await log.rootAt(old);
  const [inclusion, consistency] = await Promise.all([log.inclusion(index), log.consistency(old)]);
  return { log, leaves, index, old, oldRoot, inclusion, consistency };
}

describe.skipIf(skip)("Go's sumdb packages (skipped if golang-go or golang-golang-x-mod-dev is missing)", () => {
  it(`accept the checkpoints and proofs of ${LOGS} logs, and theirs are accepted`, async () => {
    const program = join(folder, "sumdb");
    const env = { ...process.env, GO111MODULE: "off", GOPATH, GOCACHE: join(folder, "cache") };
    execFileSync("go", ["build", "-o", program, "test/sumdb/main.go"], { env });
    const random = seededRandom(seed);
    for (let done = 0; done < LOGS; done += 50) {
      const cases = await Promise.all(Array.from({ length: Math.min(50, LOGS - done) }, () => generateCase(random)));
      const input = cases.map(({ log, leaves, index, old, oldRoot, inclusion, consistency }) =>
        JSON.stringify({
          name: ORIGIN,
          key: printVerifierKey(log.signer.key),
          note: log.note,
          leaves: leaves.map(toBase64),
          index,
          inclusion: inclusion.map(toBase64),
          old,
          oldRoot: toBase64(oldRoot),
          consistency: consistency.map(toBase64),
        }),
      );
      const output = execFileSync(program, { input: `${input.join("\n")}\n`, maxBuffer: 2 ** 26 }).toString();
      const lines = output.trimEnd().split("\n");
      expect(lines).toHaveLength(cases.length);
      for (const [position, one] of cases.entries()) await checkMade(one, JSON.parse(lines[position] ?? ""));
    }
  });
});

async function checkMade(one: Awaited<ReturnType<typeof generateCase>>, made: Made): Promise<void> {
  expect(made).toMatchObject({ ok: true });
  const { log, leaves, index, old, oldRoot } = one;
  const verified = await verifyCheckpoint(made.note, await parsePolicy(`log ${made.key}\nquorum none`));
  expect(verified).toMatchObject({ ok: true, value: { origin: ORIGIN, size: leaves.length, root: log.root } });
  const leaf = await hashLeaf(leaves[index] as Buffer);
  expect(await rootOfInclusion(leaf, { index, size: leaves.length }, decode(made.inclusion))).toEqual(log.root);
  expect(await isConsistent({ size: old, root: oldRoot }, log, decode(made.consistency))).toBe(true);
}

function decode(hashes: readonly string[] | null) {
  return (hashes ?? []).map((text) => fromBase64(text, 32) ?? new Uint8Array());
}
