import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { badDisclosures, type Disclosed, discloseAll } from "#test/disclosures.ts";
import { effort } from "#test/effort.ts";
import { generateLog } from "#test/generated-log.ts";
import { joinExtra, splitExtra } from "./disclosures.ts";
import { parsePolicy, printPolicy } from "./policy.ts";
import { printProof } from "./tlog-proof.ts";
import { verifyProof } from "./verify-proof.ts";

const numRuns = effort({ sample: 60, full: 1_000 });
const field = fc.oneof(fc.constantFrom("note", "__proto__", "constructor", "a/b", ""), fc.string());
const contents = fc.dictionary(field, fc.jsonValue({ stringUnit: "binary" }), { minKeys: 1, maxKeys: 4 });

/** Returns what a verifier of the first event's proof finds if its extra data is replaced. */
async function openLog(events: readonly Pick<Disclosed, "leaf">[]) {
  const log = await generateLog(
    "log.example/1",
    events.map(({ leaf }) => leaf),
    [],
  );
  const policy = await parsePolicy(printPolicy([log.signer.key], []));
  const hashes = await log.inclusion(0);
  return async (extra: Uint8Array<ArrayBuffer>) => {
    const verified = await verifyProof(printProof({ extra, index: 0, hashes, checkpoint: log.note }), policy);
    return verified.ok ? Object.entries(verified.value.contents) : verified.error;
  };
}

describe("the contents of a proven event", () => {
  it("are those that the proof discloses, whichever these are", async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.infiniteStream(fc.boolean()), async (all, isShown) => {
        const { leaf, disclosures } = discloseAll(all);
        const shown = Object.entries(all).map((entry, index) => ({ entry, line: disclosures[index] as string }));
        const some = shown.filter(() => isShown.next().value).toReversed();
        const extra = joinExtra(
          leaf,
          some.map(({ line }) => line),
        );
        expect(splitExtra(extra)).toEqual({ leaf: new Uint8Array(leaf), disclosures: some.map(({ line }) => line) });
        const found = await (await openLog([{ leaf }]))(extra);
        const expected = Object.entries(Object.fromEntries(some.map(({ entry }) => entry)));
        expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
      }),
      { numRuns },
    );
  });

  it("are refused if any byte was changed, added or removed, or if they are those of another event", async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.nat(), fc.nat(255), async (all, at, byte) => {
        const [one, other] = [discloseAll(all), discloseAll(all)];
        const find = await openLog([one, other]);
        const extra = joinExtra(one.leaf, one.disclosures);
        const position = at % extra.length;
        const [before, after] = [extra.subarray(0, position), extra.subarray(position + 1)];
        for (const bytes of [[byte], [], [byte, extra[position] as number]]) {
          const changed = Uint8Array.of(...before, ...bytes, ...after);
          const isSame = Buffer.from(extra).equals(changed);
          expect(typeof (await find(changed)) === "string").toBe(!isSame);
        }
        expect(await find(joinExtra(one.leaf, other.disclosures))).toBe("changed content");
        expect(await find(joinExtra(one.leaf, [...one.disclosures, ...one.disclosures]))).toBe("changed content");
      }),
      { numRuns },
    );
  });

  it.each(Object.entries(badDisclosures()))("are refused with %s", async (_, { leaf, disclosures }) => {
    const find = await openLog([{ leaf }]);
    expect(await find(joinExtra(leaf, disclosures))).toBe("changed content");
    expect(await find(joinExtra(leaf, []))).toEqual([]);
  });
});
