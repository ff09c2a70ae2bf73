import { describe, expect, it } from "vitest";
import { logKeysOf, newKey, openEventSignatures } from "#test/event-signatures.ts";

const DATABASE = "00000000-0000-4000-8000-000000000001";
const NOW = new Date("2026-06-01T00:00:00Z");
const [key, other] = [newKey(), newKey()];

function headOf(seq: number) {
  return { seq, hash: Buffer.alloc(32, seq) };
}

describe("the signature of an event", () => {
  it("is genuine unless its content was changed", async () => {
    const log = await openEventSignatures(DATABASE, [key]);
    for (const signature of [log.write(headOf(1), NOW), log.write(headOf(2), NOW)]) {
      expect(signature).toMatchObject({ database_id: DATABASE, key_id: logKeysOf(key)[0]?.id });
      expect(log.checkSignature(signature)).toBe("genuine");
      expect(log.checkSignature({ ...signature, seq: 3 })).toBe("forged");
      expect(log.checkSignature({ ...signature, at: "2026-06-02T00:00:00.000Z" })).toBe("forged");
    }
  });

  it("is genuine if signed by any key that the verifier trusts for this log, and by no other", async () => {
    const former = (await openEventSignatures(DATABASE, [other])).write(headOf(1), NOW);
    expect((await openEventSignatures(DATABASE, [key, other])).checkSignature(former)).toBe("genuine");
    expect((await openEventSignatures(DATABASE, [key])).checkSignature(former)).toBe("unknown_key");
    expect((await openEventSignatures("another", [other])).checkSignature(former)).toBe("unknown_key");
  });
});
