import { describe, expect, it } from "vitest";
import { detect, type Parts, text } from "#test/findings-fixtures.ts";
import { findDatesAfterAsOf } from "./date-after-as-of.ts";

function find(sentence: string, parts: Parts = {}) {
  return detect(findDatesAfterAsOf, { ...parts, context: [text(sentence)] });
}

describe("a date after the cutoff in a text", () => {
  it.each([
    ["2026-07-14: the line was opened by the mayor.", "2026-07-14"],
    ["On 14 July 2026 the first tram carried passengers.", "14 July 2026"],
    ["On July 14th, 2026 the council said that the line will stay open.", "July 14th, 2026"],
    ["Opened 14.07.2026, with speeches.", "14.07.2026"],
    ["Updated July 20, 2026 at 3:15 PM", "July 20, 2026"],
    ["Page archived on 2026-06-16T00:00:00Z.", "2026-06-16"],
    ["Quoth the clerk: between 1 May – 20 September 2026, it ran daily.", "20 September 2026"],
  ])("is found with its passage: %s", (sentence, named) => {
    const [finding, ...more] = find(sentence);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ id: "date-after-as-of", severity: "high", path: "/input/context/0/text" });
    expect(finding?.evidence?.text).toBe(named);
    expect(sentence.slice(finding?.evidence?.start, finding?.evidence?.end)).toBe(named);
  });

  it.each([
    "The opening is planned for 12 September 2026.",
    "It will not open before 12 September 2026.",
    "Trains have to be delivered by 12 September 2026.",
    "Passengers on 3 July, says the poster.",
  ])("is less severe in a plan, or without a year: %s", (sentence) => {
    expect(find(sentence)).toMatchObject([{ severity: "low" }]);
  });

  it("is found without a year if the cutoff is a leap second", () => {
    const found = find("Passengers on 3 January, says the poster.", { asOf: "2016-12-31T23:59:60Z" });
    expect(found).toMatchObject([{ severity: "low" }]);
  });

  it("is less severe if only the month is named", () => {
    expect(find("Ridership in August 2026 exceeded hopes.")).toMatchObject([{ severity: "medium" }]);
  });

  it.each([
    "On 14 June 2026 the tests were complete.",
    "On 15 June 2026, the day of the cutoff, nothing moved.",
    "Tomorrow, next week, in three days or now: nobody knows. Today neither. By Friday perhaps.",
    "The line may carry 5 people; march 9 miles.",
    "Version 10.30.2 of the 2028 plan, page 7-14, at 10:30.",
    "In June 2026 the council met.",
    "In 2027 the city is 800 years old.",
    "Phone 555-12-20267, invoice 9912-34-56.",
    "Opened 03/07/2025 or 7/3/2025.",
  ])("is not found in: %s", (sentence) => {
    expect(find(sentence)).toEqual([]);
  });

  it("is to be checked if only one order of day and month is later", () => {
    expect(find("Signed 06/07/2026.")).toMatchObject([
      { severity: "medium", message: expect.stringContaining("read as 2026-07-06") },
    ]);
    expect(find("Signed 05/06/2026.")).toEqual([]);
    expect(find("Unterzeichnet am 07.06.2026.")).toEqual([]);
  });

  it("is a year only in a report", () => {
    expect(find("In 2027 the party won.")).toMatchObject([{ severity: "medium" }]);
    expect(find("The party hopes to win in 2027. It lost last time.")).toEqual([]);
    expect(find("In 2027 the party, which won in 2024, will be in office.")).toEqual([]);
  });

  it("is a period if it begins after the cutoff, unless the task mentions the period", () => {
    expect(find("Sales fell in Q3 2026.")).toMatchObject([{ severity: "medium" }]);
    expect(find("Sales fell in Q2 2026.")).toEqual([]);
    expect(find("Sales fell in Q3 2026.", { instructions: "Will sales rise in the third quarter of 2026?" })).toEqual(
      [],
    );
  });

  it("ignores the dates of the question and the deadline", () => {
    const instructions = "Will the line open by 12 September 2026?";
    expect(find("The opening on 12 September 2026 was announced.", { instructions })).toEqual([]);
    expect(find("In September 2026, it was said.", { instructions })).toEqual([]);
    expect(find("All accounts closed on 1 October 2026.")).toEqual([]);
    const month = { instructions: "Will the line open in September 2026?" };
    expect(find("It opened on 14 September 2026.", month)).toHaveLength(1);
  });

  it("compares calendar days in the UTC offset of as_of", () => {
    const sentence = "On 16 June 2026 it was over.";
    expect(find(sentence, { asOf: "2026-06-15T23:30:00-05:00" })).toHaveLength(1);
    expect(find(sentence, { asOf: "2026-06-16T00:30:00+09:00" })).toEqual([]);
  });

  it("resolves a date without a year to the one closest to the text's own date", () => {
    const old = text("On December 5 the council met.", "2025-11-20T00:00:00Z");
    expect(detect(findDatesAfterAsOf, { context: [old] })).toEqual([]);
  });

  it("ignores dates in links, which have their own detector", () => {
    expect(find("See https://example.org/2026-07-14/opening for more.")).toEqual([]);
  });

  it("reports one finding per text, for the most suspicious date, with the number of others", () => {
    const [finding, ...rest] = find("Planned for 1 July 2026. On 3 July 2026 it was opened. Closed 4 July 2026.");
    expect(rest).toEqual([]);
    expect(finding?.severity).toBe("high");
    expect(finding?.evidence?.text).toBe("3 July 2026");
    expect(finding?.message).toContain("2 more");
  });

  it("is found however many dates and plans precede it", () => {
    const plans = "May 5, 2019; it is due on 1 May 2027. ".repeat(400);
    expect(find(`${plans} On 14 July 2026 it was opened.`)).toMatchObject([{ severity: "high" }]);
  });
});
