import { linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEventSignatures } from "#test/event-signatures.ts";

const DATABASE = "00000000-0000-4000-8000-000000000001";
const NOW = new Date("2026-06-01T00:00:00Z");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signer-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const open = (key = "key.pem") => openEventSignatures(join(folder, "kept"), join(folder, key), DATABASE);

function headOf(seq: number) {
  return { seq, hash: Buffer.alloc(32, seq) };
}

describe("the signature of an event", () => {
  it("is genuine after a restart, unless its content was changed", () => {
    const written = [open().write(headOf(1), NOW), open().write(headOf(2), NOW)];
    for (const signature of written) {
      expect(signature).toMatchObject({ database_id: DATABASE, key_id: open().keyId });
      expect(open().readKeys()(signature)).toBe("genuine");
      expect(open().readKeys()({ ...signature, seq: 3 })).toBe("forged");
      expect(open().readKeys()({ ...signature, database_id: "another" })).toBe("forged");
    }
    expect(statSync(join(folder, "key.pem")).mode & 0o777).toBe(0o600);
    const publicKey = readFileSync(join(folder, "kept", `public-key-${open().keyId}.pem`), "utf8");
    expect(publicKey).toContain("PUBLIC KEY");
  });

  it("is genuine if signed by the key of any process or by a lost key", () => {
    const [first, second] = [open().write(headOf(1), NOW), open("other-key.pem").write(headOf(2), NOW)];
    rmSync(join(folder, "key.pem"));
    const again = open();
    expect([first, second].map(again.readKeys())).toEqual(["genuine", "genuine"]);
    expect(again.keyId).not.toBe(first.key_id);
    rmSync(join(folder, "kept", `public-key-${first.key_id}.pem`));
    expect([first, second].map(again.readKeys())).toEqual(["unknown_key", "genuine"]);
  });

  it("has a public key file that concurrent processes never read partially written", () => {
    const key = join(folder, "kept", `public-key-${open().keyId}.pem`);
    const reading = join(folder, "reading.pem");
    linkSync(key, reading);
    writeFileSync(key, "half");
    expect(() => open().readKeys()(open().write(headOf(1), NOW))).not.toThrow();
    expect(readFileSync(key, "utf8")).toContain("PUBLIC KEY");
    expect(readFileSync(reading, "utf8")).toBe("half");
  });

  it("causes an error that names an invalid public key file", () => {
    const signature = open().write(headOf(1), NOW);
    writeFileSync(join(folder, "kept", "public-key-other.pem"), "half");
    expect(() => open().readKeys()(signature)).toThrow("public-key-other.pem contains no public key");
  });
});
