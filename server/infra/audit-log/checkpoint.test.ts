import { appendFileSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Checkpoints, openCheckpoints } from "./checkpoint.ts";

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

function open(): Checkpoints {
  return openCheckpoints(join(folder, "kept"), join(folder, "key.pem"), DATABASE);
}

function headOf(seq: number) {
  return { seq, hash: Buffer.alloc(32, seq) };
}

describe("the checkpoints", () => {
  it("are kept in order, signed by a key that is the deployment's own from then on", () => {
    const written = [open().write(headOf(1), NOW), open().write(headOf(2), NOW)];
    expect(open().read()).toEqual(written);
    for (const checkpoint of written) {
      expect(checkpoint).toMatchObject({ database_id: DATABASE, key_id: open().keyId });
      expect(open().checkSignature(checkpoint)).toBe("genuine");
      expect(open().checkSignature({ ...checkpoint, seq: 3 })).toBe("forged");
      expect(open().checkSignature({ ...checkpoint, database_id: "another" })).toBe("forged");
    }
    expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);
    const publicKey = readFileSync(join(folder, "kept", `public-key-${open().keyId}.pem`), "utf8");
    expect(publicKey).toContain("PUBLIC KEY");
  });

  it("of several processes with a key each, or of a lost key, are all genuine in one folder", () => {
    const other = openCheckpoints(join(folder, "kept"), join(folder, "other-key.pem"), DATABASE);
    const [first, second] = [open().write(headOf(1), NOW), other.write(headOf(2), NOW)];
    rmSync(join(folder, "key.pem"));
    const again = open();
    expect([first, second].map(again.checkSignature)).toEqual(["genuine", "genuine"]);
    expect(again.keyId).not.toBe(first.key_id);
    rmSync(join(folder, "kept", `public-key-${first.key_id}.pem`));
    expect([first, second].map(again.checkSignature)).toEqual(["unknown_key", "genuine"]);
  });

  it("have a public key that a process beside this one never reads half of", () => {
    const key = join(folder, "kept", `public-key-${open().keyId}.pem`);
    const reading = join(folder, "reading.pem");
    linkSync(key, reading);
    writeFileSync(key, "half");
    expect(() => open().checkSignature(open().write(headOf(1), NOW))).not.toThrow();
    expect(readFileSync(key, "utf8")).toContain("PUBLIC KEY");
    expect(readFileSync(reading, "utf8")).toBe("half");
  });

  it("name a public key that is none", () => {
    const checkpoint = open().write(headOf(1), NOW);
    writeFileSync(join(folder, "kept", "public-key-other.pem"), "half");
    expect(() => open().checkSignature(checkpoint)).toThrow("public-key-other.pem holds no public key");
  });

  it("of another database are not the last of this one", () => {
    const own = open().write(headOf(3), NOW);
    openCheckpoints(join(folder, "kept"), join(folder, "key.pem"), "another").write(headOf(900), NOW);
    expect(open().last()).toEqual(own);
  });

  it("outlive a line that a crash has cut off", () => {
    const first = open().write(headOf(1), NOW);
    appendFileSync(file, '{"seq":2,"ha');
    expect(open().read()).toEqual([first]);
    const second = open().write(headOf(2), NOW);
    expect(open().read()).toEqual([first, second]);
  });

  it("are none where the only line was cut off", () => {
    open();
    writeFileSync(file, '{"seq":1');
    expect(open().read()).toEqual([]);
    expect(open().write(headOf(1), NOW)).toEqual(open().read()[0]);
  });
});
