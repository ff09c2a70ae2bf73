import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { effort } from "#test/effort.ts";
import { findExpected } from "./check-history.ts";
import { type CheckpointFolder, openCheckpoints } from "./checkpoint.ts";
import { readCheckpoints, readNewestFirst } from "./checkpoint-file.ts";

const DATABASE = "00000000-0000-4000-8000-000000000001";
const NOW = new Date("2026-06-01T00:00:00Z");

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "checkpoint-"));
  file = join(folder, "kept", "checkpoints.jsonl");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function open(): CheckpointFolder {
  return openCheckpoints(join(folder, "kept"), join(folder, "key.pem"), DATABASE);
}

function writeDraft(text: string): string {
  const draft = join(folder, "draft.jsonl");
  writeFileSync(draft, text);
  return draft;
}

function headOf(seq: number) {
  return { seq, hash: Buffer.alloc(32, seq) };
}

describe("the checkpoints", () => {
  it("are stored in order, signed by the same key after a restart", () => {
    const written = [open().write(headOf(1), NOW), open().write(headOf(2), NOW)];
    expect([...open().read()]).toEqual(written);
    for (const checkpoint of written) {
      expect(checkpoint).toMatchObject({ database_id: DATABASE, key_id: open().keyId });
      expect(open().readKeys()(checkpoint)).toBe("genuine");
      expect(open().readKeys()({ ...checkpoint, seq: 3 })).toBe("forged");
      expect(open().readKeys()({ ...checkpoint, database_id: "another" })).toBe("forged");
    }
    expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);
    const publicKey = readFileSync(join(folder, "kept", `public-key-${open().keyId}.pem`), "utf8");
    expect(publicKey).toContain("PUBLIC KEY");
  });

  it("are genuine if signed by the key of any process or by a lost key", () => {
    const other = openCheckpoints(join(folder, "kept"), join(folder, "other-key.pem"), DATABASE);
    const [first, second] = [open().write(headOf(1), NOW), other.write(headOf(2), NOW)];
    rmSync(join(folder, "key.pem"));
    const again = open();
    expect([first, second].map(again.readKeys())).toEqual(["genuine", "genuine"]);
    expect(again.keyId).not.toBe(first.key_id);
    rmSync(join(folder, "kept", `public-key-${first.key_id}.pem`));
    expect([first, second].map(again.readKeys())).toEqual(["unknown_key", "genuine"]);
  });

  it("have a public key file that concurrent processes never read partially written", () => {
    const key = join(folder, "kept", `public-key-${open().keyId}.pem`);
    const reading = join(folder, "reading.pem");
    linkSync(key, reading);
    writeFileSync(key, "half");
    expect(() => open().readKeys()(open().write(headOf(1), NOW))).not.toThrow();
    expect(readFileSync(key, "utf8")).toContain("PUBLIC KEY");
    expect(readFileSync(reading, "utf8")).toBe("half");
  });

  it("cause an error that names an invalid public key file", () => {
    const checkpoint = open().write(headOf(1), NOW);
    writeFileSync(join(folder, "kept", "public-key-other.pem"), "half");
    expect(() => open().readKeys()(checkpoint)).toThrow("public-key-other.pem contains no public key");
  });

  it("do not count as the newest if they belong to another database", () => {
    const own = open().write(headOf(3), NOW);
    openCheckpoints(join(folder, "kept"), join(folder, "key.pem"), "another").write(headOf(900), NOW);
    expect(open().last()).toEqual(own);
  });

  it("are read completely once to find the newest; later only appended lines are read", () => {
    const checkpoints = open();
    const other = openCheckpoints(join(folder, "kept"), join(folder, "other-key.pem"), DATABASE);
    const another = openCheckpoints(join(folder, "kept"), join(folder, "key.pem"), "another");
    expect(checkpoints.last()).toBeUndefined();
    const first = checkpoints.write(headOf(1), NOW);
    another.write(headOf(900), NOW);
    expect(checkpoints.last()).toEqual(first);
    writeFileSync(file, "x", { flag: "r+" });
    expect(checkpoints.last()).toEqual(first);
    const second = other.write(headOf(2), NOW);
    expect(checkpoints.last()).toEqual(second);
    expect(open().last()).toEqual(second);
  });

  it("do not include an incomplete line", () => {
    const checkpoints = open();
    const first = checkpoints.write(headOf(1), NOW);
    const second = `${JSON.stringify(checkpoints.sign(headOf(2), NOW))}\n`;
    appendFileSync(file, second.slice(0, 20));
    expect(checkpoints.last()).toEqual(first);
    appendFileSync(file, second.slice(20));
    expect(checkpoints.last()).toMatchObject({ seq: 2 });
  });

  it.each<[string, (text: string) => void]>([
    ["replaced", (text) => renameSync(writeDraft(text), file)],
    ["written again", (text) => writeFileSync(file, text)],
  ])("are read again if the file was %s by a shorter or a longer one", (_, replace) => {
    const checkpoints = open();
    const lines = [1, 2, 3, 4, 5, 6].map((seq) => `${JSON.stringify(checkpoints.sign(headOf(seq), NOW))}\n`);
    const lastOf = (text: string) => {
      replace(text);
      return checkpoints.last()?.seq;
    };
    expect(lastOf(lines.slice(0, 2).join(""))).toBe(2);
    expect(lastOf(lines.slice(2, 3).join(""))).toBe(3);
    expect(lastOf(lines.slice(3).join(""))).toBe(6);
    expect(lastOf("")).toBeUndefined();
    expect(lastOf(lines.join(""))).toBe(6);
    rmSync(file);
    expect(checkpoints.last()).toBeUndefined();
  });

  it("may exceed the maximum string length", () => {
    open().write(headOf(1), NOW);
    // A full run uses a sparse file of more than 512 MiB, other runs a file longer than the read buffer.
    const pieces = effort({ sample: 100, full: 8_400 });
    const handle = openSync(file, "r+");
    for (let end = 1; end <= pieces; end++) writeSync(handle, "\n", end * 2 ** 16);
    closeSync(handle);
    const checkpoints = open();
    const newest = checkpoints.write(headOf(2), NOW);
    expect(statSync(file).size).toBeGreaterThan(pieces * 2 ** 16);
    expect(checkpoints.last()).toEqual(newest);
    expect(findExpected({ folder: join(folder, "kept"), keyFile: join(folder, "key.pem") }, DATABASE)).toEqual(newest);
    expect(Array.from(checkpoints.read(), ({ seq }) => seq).filter((seq) => seq > 0)).toEqual([1, 2]);
  });

  it("are the same when read forwards and backwards, with lines of any length", () => {
    open();
    const lengths = fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 60_000, max: 70_000 })), { maxLength: 8 });
    fc.assert(
      fc.property(lengths, fc.nat(3), (all, torn) => {
        const lines = all.map((length, seq) => `${JSON.stringify({ seq: seq + 1, hash: "é".repeat(length) })}\n`);
        writeFileSync(file, lines.join("") + "{}}".slice(0, torn));
        const checkpoints = [...readCheckpoints(file)];
        expect(checkpoints).toHaveLength(all.length);
        expect([...readNewestFirst(file)].reverse()).toEqual(checkpoints);
      }),
    );
  });

  it("remain readable after a crash cut off a line", () => {
    const first = open().write(headOf(1), NOW);
    appendFileSync(file, '{"seq":2,"ha');
    expect([...open().read()]).toEqual([first]);
    const second = open().write(headOf(2), NOW);
    expect([...open().read()]).toEqual([first, second]);
  });

  it("are ignored in the comparison with the database if forged, however many follow the last genuine one", () => {
    const checkpoints = open();
    const genuine = [1, 2].map((seq) => checkpoints.write(headOf(seq), NOW));
    for (const seq of [3, 4]) writeFileSync(file, `${JSON.stringify({ ...genuine[0], seq })}\n`, { flag: "a" });
    const locations = { folder: join(folder, "kept"), keyFile: join(folder, "key.pem") };
    expect(findExpected(locations, checkpoints.databaseId)).toEqual(genuine[1]);
    expect(findExpected(locations, "another database")).toEqual(genuine[1]);
  });

  it("are empty if the only line was cut off", () => {
    open();
    writeFileSync(file, '{"seq":1');
    expect([...open().read()]).toEqual([]);
    expect(open().write(headOf(1), NOW)).toEqual([...open().read()][0]);
  });
});
