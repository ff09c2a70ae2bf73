import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { comparable } from "#lib/text/comparable.ts";
import { effort } from "#test/effort.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { INVISIBLE, matchesWords, wordsOf } from "./matches-words.ts";

async function finds(text: string, words: string): Promise<boolean> {
  const found = matchesWords(wordsOf(sql`${text}::text`), words);
  const { database } = (await sharedGateway()).gateway;
  const { rows } = await database.orm.execute(sql`select ${found} as found`);
  return rows[0]?.found === true;
}

it("a search finds a text by any prefix of the text", async () => {
  expect(await finds("Will tram 0b929a7c-5555-45f2-8a3b-0123456789ab run?", "Will tram 0b929a7c-5555-45f2-8")).toBe(
    true,
  );
  const unit = fc.constantFrom(..."abE09-+._/@:<>&'\"\\ éд");
  const numRuns = effort({ sample: 300, full: 10_000 });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 30 }), fc.nat(30), async (text, cut) => {
      const begin = text.slice(0, cut + 1);
      expect(await finds(text, begin)).toBe(/[\p{L}\d]/u.test(begin));
    }),
    { numRuns },
  );
});

it.each([
  ["a\u200bbc", "abc"],
  ["abc", "a\u202ebc\ufe0f"],
  ["Ｔｒａｍ ①", "tram 1"],
  ["oﬃce", "office"],
  ["cafe\u0301", "CAFÉ"],
  ["soft\u00adware", "software"],
  ["می\u200cخواهم", "میخواهم"],
])("a search in %j finds %j", async (text, words) => {
  expect(await finds(text, words)).toBe(true);
  expect(await finds(words, text)).toBe(true);
});

it("the index removes the same characters as the search", () => {
  const pattern = new RegExp(INVISIBLE.replaceAll(/\\U000(\w{5})/g, "\\u{$1}"), "u");
  for (let code = 1; code <= 0x10_ff_ff; code++) {
    const character = String.fromCodePoint(code);
    const isRemoved = comparable(character) === "" && character.isWellFormed();
    if (pattern.test(character) !== isRemoved) expect.fail(`U+${code.toString(16)}`);
  }
});
