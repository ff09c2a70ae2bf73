import { describe, expect, it } from "vitest";
import { detect, structured, text } from "#test/findings-fixtures.ts";
import { findUrlDatesAfterAsOf } from "./url-date-after-as-of.ts";

describe("a link with a date after the cutoff", () => {
  it.each([
    "https://news.example/2026/07/14/tram-opens",
    "https://news.example/2026/7/1/tram-opens",
    "https://news.example/world/2026/jul/14/tram-opens",
    "https://news.example/tram-opens-2026-07-14.html",
    "https://news.example/a?d=20260714",
    "www.news.example/2026/07/tram",
  ])("is found in a text: %s", (url) => {
    const sentence = `Source (${url}), read twice.`;
    const [finding] = detect(findUrlDatesAfterAsOf, { context: [text("Nothing."), text(sentence)] });
    expect(finding).toMatchObject({ severity: "high", path: "/input/context/1/text" });
    expect(sentence.slice(finding?.evidence?.start, finding?.evidence?.end)).toBe(url);
  });

  it("is found anywhere in structured data", () => {
    const data = { kind: "note", sources: [{ "a/b": "https://news.example/2026/07/14/x" }] };
    expect(detect(findUrlDatesAfterAsOf, { context: [structured(data)] })).toMatchObject([
      { path: "/input/context/0/data/sources/0/a~1b", severity: "high" },
    ]);
  });

  it("is less severe in the task, where it may be the page of a scheduled event", () => {
    const resolution = "Decided by https://city.example/elections/2026/09/27/results.";
    expect(detect(findUrlDatesAfterAsOf, { resolution })).toMatchObject([
      { path: "/task/resolution/criteria", severity: "low" },
    ]);
  });

  it.each([
    "https://news.example/2026/06/14/before",
    "https://news.example/2026/06/15/same-day",
    "https://news.example/2026/06/this-month",
    "https://news.example/id/202699991234",
    "https://news.example/2026/13/45/no-date",
    "https://news.example/2026/02/30/no-day",
    "https://news.example/model-2027/",
    "2026/07/14 without a link",
  ])("is not found in %s", (sentence) => {
    expect(detect(findUrlDatesAfterAsOf, { context: [text(sentence)] })).toEqual([]);
  });
});
