import { expect, it } from "vitest";
import { credentialName, memberName, ratePerMinute, submissionTitle } from "./fields.ts";
import { MAX_REQUESTS_PER_MINUTE } from "./limits.ts";
import { titleOf } from "./submissions.ts";

it("an API key's rate limit is at most 10,000,000 requests per minute", () => {
  expect(ratePerMinute.safeParse(MAX_REQUESTS_PER_MINUTE).success).toBe(true);
  for (const wrong of [0, -1, 1.5, Number.NaN, MAX_REQUESTS_PER_MINUTE + 1]) {
    expect(ratePerMinute.safeParse(wrong).error?.issues[0]?.message).toBe("Enter a whole number from 1 to 10,000,000.");
  }
});

it("an API key's name is text that the database can store", () => {
  expect(credentialName.parse(" news desk ")).toBe("news desk");
  for (const wrong of ["", "  ", "a\u0000", "\ud800", "a".repeat(101)]) {
    expect(credentialName.safeParse(wrong).success).toBe(false);
  }
});

it("a name has no invisible characters", () => {
  expect(memberName.parse("דוד 👩‍🚀")).toBe("דוד 👩‍🚀");
  for (const wrong of ["Ad\u200ba", "\u202eadA", "Ada\u2066", "\u3164"]) {
    expect(memberName.safeParse(wrong).error?.issues[0]?.message).toBe("Remove the invisible characters.");
    expect(credentialName.safeParse(wrong).success).toBe(false);
  }
});

it("a missing title is replaced by the first line of the question, or by Untitled", () => {
  expect(titleOf(" Rates ", "Will it rain?")).toBe("Rates");
  expect(titleOf("", "\u0000\n Will it\u0000 rain? \nMore.")).toBe("Will it rain?");
  expect(titleOf("", "a".repeat(121))).toBe(`${"a".repeat(119)}…`);
  expect(titleOf("\u0000 ", " \u0000")).toBe("Untitled");
});

it("a title is always valid for a submission, whatever the question contains", () => {
  for (const text of ["😀".repeat(200), "\ud800".repeat(130), `${"a".repeat(118)}😀b`, "\u0000".repeat(9)]) {
    for (const title of [titleOf(text, ""), titleOf("", text)]) {
      expect(submissionTitle.parse(title)).toBe(title);
      expect(title.isWellFormed()).toBe(true);
    }
  }
});
