import { describe, expect, it } from "vitest";
import { detect, structured, text } from "#test/findings-fixtures.ts";
import { findInvisibleCharacters } from "./invisible-characters.ts";

describe("invisible characters", () => {
  it.each([
    ["the question", { instructions: "Will it\u202e open?" }, "/task/instructions", 8],
    ["an option", { criteria: { yes: "\u202eoN", no: null } }, "/task/criteria/yes", 1],
    ["the resolution criteria", { resolution: "The register.\u202e" }, "/task/resolution/criteria", 14],
  ])("are an error in %s", (_, parts, path, position) => {
    expect(detect(findInvisibleCharacters, parts)).toEqual([
      {
        id: "invisible-characters",
        severity: "high",
        path,
        message: `Contains invisible characters: right-to-left override (1). The first is at position ${position}. Remove them, or explain to the reviewers why they are needed.`,
        evidence: { text: "\u202e", start: position - 1, end: position },
      },
    ]);
  });

  it("are counted by name", () => {
    const [finding] = detect(findInvisibleCharacters, { instructions: "a\u200b\u200bb\u0000c\u200b" });
    expect(finding?.message).toContain("zero-width space (3), control character U+0000 (1).");
    const many = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0xe01f0 + index)).join("");
    const [shortened] = detect(findInvisibleCharacters, { instructions: many });
    expect(shortened?.message).toContain("U+E01F4 (1), others.");
  });

  it("matter less in observations, unless they change the order of the text", () => {
    const context = [
      text("soft\u00adhyphen"),
      text("\u2067reordered"),
      structured({ kind: "forecast", source: "clu\u200bb" }),
    ];
    expect(detect(findInvisibleCharacters, { context })).toMatchObject([
      { severity: "low", path: "/input/context/0/text" },
      { severity: "medium", path: "/input/context/1/text" },
      { severity: "low", path: "/input/context/2/data" },
    ]);
  });

  it.each([
    ["emoji", "👩🏽‍🚀 🏳️‍🌈 1️⃣"],
    ["right-to-left text", "التحالف العمالي (Labour) 2027 — עברית"],
    ["joiners", "می‌خواهم क्‍ष"],
    ["spaces", "\u00a010\u202f000\u3000€\u00a0"],
    ["line breaks", "a\r\nb\n\tc"],
  ])("are not found in %s", (_, ordinary) => {
    const criteria = { yes: ordinary, no: null };
    expect(detect(findInvisibleCharacters, { criteria, context: [text(ordinary)] })).toEqual([]);
  });
});
