import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visible } from "#lib/format.ts";
import { comparable } from "./comparable.ts";
import { cutRuns, splitRuns, writeMarks } from "./text-runs.ts";

const namesIn = (text: string) => splitRuns(text).flatMap(({ mark }) => mark?.name ?? []);

/** All code points, and pieces of the contexts in which some invisible characters stay. */
const unit = fc.oneof(
  fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(
    "a",
    " ",
    "\n",
    "\r",
    "1",
    "ا",
    "ش",
    "क",
    "्",
    "葛",
    "😀",
    "🏽",
    "🏴",
    "\ufe0f",
    "\u20e3",
    "\u{e0067}",
  ),
  fc.constantFrom("\u200c", "\u200d", "\u200b", "\u202e", "\u2066", "\u00a0", "\u2800", "\u180b", "\u{e0100}"),
);
const text = fc.string({ unit, maxLength: 12 });

/** The only characters that stay although a reader cannot see them. */
const STAYS = /^(?:[\t\n\r\u2800\u{e0061}-\u{e007f}]|\p{Join_C}|\p{VS}|\u180e)$/u;

describe("the runs of a text", () => {
  it("are the text", () => {
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(12), (any, one, other) => {
        const runs = splitRuns(any);
        expect(runs.map((run) => run.text).join("")).toBe(any);
        for (const run of runs) expect(any.startsWith(run.text, run.start)).toBe(true);
        const cut = cutRuns(runs, one, one + other);
        expect(cut.map((run) => run.text).join("")).toBe(any.slice(one, one + other));
      }),
      { numRuns: 2_000 },
    );
  });

  it("mark every code point that is invisible, a control or a lone surrogate, and no other", () => {
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      const character = String.fromCodePoint(code);
      const isHidden = /[\p{DI}\p{Bidi_C}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}]/u.test(
        character,
      );
      const { mark } = splitRuns(`a${character}b`)[1] ?? {};
      if ((mark !== undefined) !== (isHidden && !/[\t\n]/.test(character))) expect.fail(`U+${code.toString(16)}`);
    }
  });

  it("contain an unmarked invisible character only if the characters around it need it", () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const run of splitRuns(any)) {
          const hidden = run.text.match(/[\p{DI}\p{Bidi_C}\p{Cc}\p{Cs}]/gu) ?? [];
          if (run.mark === undefined) for (const one of hidden) expect(one).toMatch(STAYS);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["Arabic and Hebrew", "التحالف العمالي (Labour) يفوز — עברית 123"],
    ["Persian with joiners", "می‌خواهم نه‌تنها"],
    ["Devanagari, Bengali and Malayalam with joiners", "क्‍ष र्‍य র‍্য ക്‍ അവന്‍"],
    ["emoji", "👩🏽‍🚀 🏳️‍🌈 👨‍👩‍👧 ❤️ ☺︎ 1️⃣ #️⃣ 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["variants of ideographs and Mongolian letters", "葛\u{e0100}城 ᠠ\u180b"],
    ["French and Chinese spaces", "10\u202f000\u00a0€ « oui », 中\u3000文"],
    ["line breaks", "one\r\ntwo\n\tthree"],
  ])("leave %s unchanged", (_, ordinary) => {
    expect(writeMarks(ordinary)).toBe(ordinary);
  });

  it.each([
    ["\u202eoN", "⟨RLO⟩oN"],
    ["a\u2066b\u2069\u200e\u061c", "a⟨LRI⟩b⟨PDI⟩⟨LRM⟩⟨ALM⟩"],
    ["\u0000\u0007\u007f\u0085\r", "␀␇␡⟨U+0085⟩␍"],
    ["N\u200do \u200c", "N⟨ZWJ⟩o ⟨ZWNJ⟩"],
    ["نعم\u200c", "نعم⟨ZWNJ⟩"],
    ["a\ufe0f\u{e0041}\ud800", "a⟨U+FE0F⟩⟨U+E0041⟩⟨U+D800⟩"],
    ["\u3164\uffa0\u2800\u00ad\u180e", "⟨HF⟩⟨U+FFA0⟩⟨U+2800⟩⟨SHY⟩⟨MVS⟩"],
    ["\u2003No\u00a0", "⟨U+2003⟩No⟨NBSP⟩"],
  ])("write the marks of %j as %j", (hostile, written) => {
    expect(writeMarks(hostile)).toBe(written);
  });

  it("name the marked characters", () => {
    expect(namesIn("\u202e\u0000\ud800\u2061\u00a0")).toEqual([
      "right-to-left override",
      "control character U+0000",
      "lone surrogate U+D800",
      "invisible character U+2061",
      "no-break space",
    ]);
  });
});

it("a text in a sentence has no controls other than those that isolate right-to-left letters", () => {
  expect(visible("No")).toBe("No");
  expect(visible("لا")).toBe("\u2068لا\u2069");
  fc.assert(
    fc.property(text, (any) => {
      const shown = visible(any).replace(/^\u2068(.*)\u2069$/su, "$1");
      expect(shown).not.toMatch(/[\p{Bidi_C}\p{Cs}\0]/u);
    }),
    { numRuns: 2_000 },
  );
});

it("texts that look the same are equal in the form for comparisons", () => {
  for (const same of ["N\u200bo", "\u202eNo", "Ｎｏ", "N\u00ado", "N\u2060o\ufe0f"])
    expect(comparable(same)).toBe("No");
  expect(comparable("ﬁve ①\u00a0Å")).toBe("five 1 Å");
  expect(comparable("a\u2028b\rc")).toBe("a\u2028b\rc");
});
