import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinExtra } from "#lib/tlog/disclosures.ts";
import { printPolicy } from "#lib/tlog/policy.ts";
import { printVerifierKey, type VerifierKey } from "#lib/tlog/signed-note.ts";
import { printProof } from "#lib/tlog/tlog-proof.ts";
import { type NoteSigner, openWitnessSigner } from "#server/audit/tree/note-signer.ts";
import { badDisclosures, discloseAll, leafOf } from "#test/disclosures.ts";
import { effort } from "#test/effort.ts";
import { generateLog, signNote } from "#test/generated-log.ts";
import { makeFolder } from "#test/run-process.ts";
import { scriptedClients } from "#test/scripted-clients.ts";

/** Scripts that read proofs from a file and print the content of each; null if the client refuses it. */
const TYPESCRIPT = `
import { readFileSync } from "node:fs";
const { ProofError, verifyProof } = await import(${JSON.stringify(resolve("clients/typescript/index.ts"))});
const results = [];
for (const { proof, policy } of JSON.parse(readFileSync(process.env.FILE, "utf8")))
  results.push(await verifyProof(proof, policy).then(
    ({ seq, witnessedAt = null, contents }) => ({ seq, witnessedAt, contents }),
    (error) => error instanceof ProofError ? null : String(error),
  ));
console.log(JSON.stringify(results));
`;
const PYTHON = `
import json, os, sys
sys.path.insert(0, "clients/python")
from forecasting_gateway_client import ProofError, verify_proof
results = []
for one in json.load(open(os.environ["FILE"])):
    try:
        proven = verify_proof(one["proof"], one["policy"])
        results.append({"seq": proven.seq, "witnessedAt": proven.witnessed_at, "contents": proven.contents})
    except ProofError:
        results.append(None)
print(json.dumps(results))
`;

const CLIENTS = scriptedClients(TYPESCRIPT, PYTHON);

const LOGS = effort({ sample: 8, full: 300 });

interface Case {
  readonly input: { readonly proof: string; readonly policy: string };
  readonly expected: { readonly seq: number; readonly witnessedAt: number | null; readonly contents: object } | null;
}

/** Returns the proof of a random leaf of a random log, and damaged variants of it. */
async function makeCases(seed: number): Promise<Case[]> {
  const size = 1 + ((seed * 7919) % 900);
  const leaves = Array.from({ length: size }, (_, index) => leafOf({ kind: "test", index }));
  const log = await generateLog(`log.example/${seed}`, leaves, [Math.ceil(size / 3)]);
  const index = (seed * 31) % size;
  const given = { extra: new Uint8Array(leaves[index] ?? []), index, hashes: await log.inclusion(index) };
  const policy = printPolicy([log.signer.key], []);
  const caseOf = (change: object, isValid: boolean, other = policy, witnessedAt: number | null = null): Case => ({
    input: { proof: printProof({ ...given, checkpoint: log.note, ...change }), policy: other },
    expected: isValid ? { seq: index + 1, witnessedAt, contents: {} } : null,
  });
  const damaged = new Uint8Array(given.extra);
  damaged[40] = (damaged[40] ?? 0) ^ 1;
  const { signer: stranger } = await generateLog(`other.example/${seed}`, leaves.slice(0, 1), []);
  const signers = await Promise.all(
    [seed, 900_000_000, 1_700_000_000].map((time, place) =>
      openWitnessSigner(`witness.example/${place}`, generateKeyPairSync("ed25519").privateKey, () => time * 1000),
    ),
  );
  const two = printPolicy(
    [log.signer.key],
    signers.map(({ key }) => ({ key, url: "https://witness.example" })),
  );
  const cosignedBy = (some: readonly NoteSigner[]) => ({
    checkpoint: signNote({ origin: `log.example/${seed}`, size, root: log.root }, [log.signer, ...some]),
  });
  const outOfRange = await Promise.all(
    [0, 253_402_300_800, 2 ** 53].map((time) => openWitnessSigner("witness.example/x", PRIVATE_KEY, () => time * 1000)),
  );
  const one = policy.replace(
    "quorum none",
    `witness w1 ${printVerifierKey(outOfRange[0]?.key as VerifierKey)}\nquorum w1`,
  );
  const quorum = policy.replace("quorum none", `witness w1 ${WITNESS}\nquorum w1`);
  // Groups that nest more deeply than the stack.
  const groups = Array.from({ length: 20_000 }, (_, index) => `group g${index + 1} 1 g${index}`).join("\n");
  const deep = policy.replace("quorum none", `witness g0 ${WITNESS}\n${groups}\nquorum g20000`);
  const good = caseOf({}, true);
  // The last character of a padded line has bits that encode nothing.
  const loose = good.input.proof.replace(/.(?==+\n)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
  return [
    good,
    { input: { ...good.input, proof: loose }, expected: null },
    caseOf({ extra: damaged }, false),
    caseOf({ index: index + 1 }, false),
    caseOf({ hashes: [...given.hashes, new Uint8Array(32)] }, false),
    caseOf({ checkpoint: log.note.replace(`\n${size}\n`, `\n${size + 1}\n`) }, false),
    caseOf({ checkpoint: log.note.replaceAll(`log.example/${seed}`, "log.example/x") }, false),
    caseOf({}, false, printPolicy([stranger.key], [])),
    caseOf({}, false, quorum),
    // Any two of three suffice, so the second time counts. One early witness alone proves no time.
    caseOf(cosignedBy(signers), true, two, 900_000_000),
    caseOf(cosignedBy(signers.toReversed()), true, two, 900_000_000),
    caseOf(cosignedBy(signers.slice(1)), true, two, 1_700_000_000),
    caseOf(cosignedBy(signers.slice(0, 1)), false, two),
    caseOf(cosignedBy(signers), true, two.replace("quorum majority", "quorum none")),
    // No policy counts one witness twice.
    ...[
      two.replace("majority 2 w1 w2 w3", "majority 2 w1 w1"),
      two.replace(/(witness w2) \S+/, `$1 ${printVerifierKey((signers[0] as NoteSigner).key)}`),
      two.replace("witness w2", "witness w1").replace(" w2", ""),
      `${quorum}\nquorum none\n`,
    ].map((repeated) => caseOf(cosignedBy(signers), false, repeated)),
    ...outOfRange.map((signer) => caseOf(cosignedBy([signer]), false, one)),
    ...["log foo\nquorum none\n", "group g 1 g\nquorum g\n", "quorum\n", deep].map((bad) => caseOf({}, false, bad)),
  ];
}

/** Returns proofs of events with contents: all disclosed, all but one, and as no verifier may accept them. */
async function makeContentCases(): Promise<Case[]> {
  const contents = fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: "binary" }), { minKeys: 1, maxKeys: 4 });
  const good = fc.sample(contents, LOGS).flatMap((all) => {
    const { leaf, disclosures } = discloseAll(all);
    const [, ...rest] = Object.entries(all);
    return [
      { leaf, disclosures, expected: all },
      { leaf, disclosures: disclosures.slice(1), expected: Object.fromEntries(rest) },
      { leaf, disclosures: discloseAll(all).disclosures, expected: null },
    ];
  });
  const bad = Object.values(badDisclosures()).map((one) => ({ ...one, expected: null }));
  const noEvents = ["", "[]", "{}", '{"kind":1}', '{"kind":"\xff"}'].map((text) => {
    return { leaf: Buffer.from(`${"-".repeat(32)}${text}`, "latin1"), disclosures: [], expected: null };
  });
  const all = [...good, ...bad, ...noEvents];
  const leaves = all.map(({ leaf }) => leaf);
  const log = await generateLog("log.example/contents", leaves, []);
  const policy = printPolicy([log.signer.key], []);
  return Promise.all(
    all.map(async ({ leaf, disclosures, expected }, index) => {
      const extra = joinExtra(leaf, disclosures);
      const proof = printProof({ extra, index, hashes: await log.inclusion(index), checkpoint: log.note });
      return {
        input: { proof, policy },
        expected: expected && { seq: index + 1, witnessedAt: null, contents: expected },
      };
    }),
  );
}

const { privateKey: PRIVATE_KEY } = generateKeyPairSync("ed25519");

/** The verifier key of a witness that has cosigned nothing. */
const WITNESS = printVerifierKey((await openWitnessSigner("witness.example", PRIVATE_KEY, Date.now)).key);

describe.each(CLIENTS)("the %s client, offline", (_, start, skip) => {
  it.skipIf(skip)(`accepts valid proofs and refuses damaged ones with a ProofError (${LOGS} logs)`, async () => {
    const logs = Array.from({ length: LOGS }, (_, seed) => makeCases(seed + 1));
    const cases = (await Promise.all([...logs, makeContentCases()])).flat();
    const file = join(makeFolder(), "cases.json");
    writeFileSync(file, JSON.stringify(cases.map(({ input }) => input)));
    const client = start({ FILE: file });
    expect((await client.exit).code, client.output()).toBe(0);
    expect(JSON.parse(client.output())).toEqual(JSON.parse(JSON.stringify(cases.map(({ expected }) => expected))));
  });
});
