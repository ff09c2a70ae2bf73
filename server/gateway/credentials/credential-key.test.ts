import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashSecret, type Key, makeKey, readKey, secretMatches, writeKey } from "./credential-key.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const keys: fc.Arbitrary<Key> = fc.record({
  id: fc.stringMatching(/^[0-9A-Za-z]{12}$/),
  secret: fc.stringMatching(/^[0-9A-Za-z]{32}$/),
});

describe("an API key", () => {
  it("parses to the values from which it was written", () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(readKey(writeKey(key))).toEqual(key);
      }),
    );
    const key = makeKey();
    expect(readKey(writeKey(key))).toEqual(key);
  });

  it("may have a longer secret", () => {
    const key = { id: "0".repeat(12), secret: "s".repeat(128) };
    expect(readKey(writeKey(key))).toEqual(key);
  });

  it("is `dmk_`, an id of 12 characters, `_`, a secret of 32 and a checksum of 6, all base62", () => {
    expect(writeKey(makeKey())).toMatch(/^dmk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
  });

  it("ends with the CRC-32 of the preceding text", () => {
    // CRC-32 of "dmk_000000000000_" and 32 zeros, in base62: digits, then upper-case, then lower-case letters.
    const key = { id: "0".repeat(12), secret: "0".repeat(32) };
    expect(writeKey(key)).toBe(`dmk_${"0".repeat(12)}_${"0".repeat(32)}208Oqt`);
  });

  it("is unique and uses the whole alphabet", () => {
    const made = Array.from({ length: 500 }, makeKey);
    expect(new Set(made.map(({ id }) => id)).size).toBe(500);
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(500);
    expect(new Set(made.flatMap(({ secret }) => [...secret]))).toEqual(new Set(ALPHABET));
  });

  it("is refused if one character is changed, removed, inserted, or swapped with the next", () => {
    fc.assert(
      fc.property(keys, fc.nat(), fc.constantFrom(...ALPHABET, "_", "-", " "), (key, turn, other) => {
        const written = writeKey(key);
        const place = turn % written.length;
        const [before, here, after] = [written.slice(0, place), written[place] ?? "", written.slice(place + 1)];
        const typos = [
          `${before}${other}${after}`,
          `${before}${after}`,
          `${before}${other}${here}${after}`,
          `${before}${after.slice(0, 1)}${here}${after.slice(1)}`,
        ];
        for (const typo of typos) if (typo !== written) expect(readKey(typo)).toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
  });

  it("is refused after every possible change of one character", () => {
    const written = writeKey({ id: "abcDEF012345", secret: "aZ09".repeat(8) });
    for (let place = 0; place < written.length; place++) {
      for (const other of ALPHABET) {
        const typo = written.slice(0, place) + other + written.slice(place + 1);
        if (typo !== written) expect(readKey(typo)).toBeUndefined();
      }
    }
  });

  it.each(["", "dmk_", "dmk__", `DMK_${"0".repeat(12)}_${"0".repeat(38)}`, "x".repeat(10_000)])(
    "is not %j",
    (token) => {
      expect(readKey(token)).toBeUndefined();
    },
  );

  it("is refused with a line break, a space or another key after it", () => {
    const written = writeKey(makeKey());
    for (const token of [`${written}\n`, ` ${written}`, `${written} `, written + written, written.toLowerCase()]) {
      expect(readKey(token)).toBeUndefined();
    }
  });
});

describe("a secret", () => {
  it("matches only its own hash", () => {
    const { secret } = makeKey();
    expect(secretMatches(secret, hashSecret(secret))).toBe(true);
    expect(secretMatches(`${secret}0`, hashSecret(secret))).toBe(false);
    expect(secretMatches(secret, hashSecret("other"))).toBe(false);
    expect(secretMatches(secret, Buffer.alloc(0))).toBe(false);
    expect(secretMatches(secret, Buffer.concat([hashSecret(secret), Buffer.alloc(1)]))).toBe(false);
  });

  it("is stored as its plain SHA-256", () => {
    expect(hashSecret("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
