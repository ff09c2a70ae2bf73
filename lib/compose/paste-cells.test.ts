import { describe, expect, it } from "vitest";
import { emptyObservation } from "./compose-form.ts";
import { dateText } from "./date-time-text.ts";
import { observationColumns } from "./observation-columns.ts";
import { pasteCells } from "./paste-cells.ts";

const options = [
  { key: "o1", id: "", description: "Yes" },
  { key: "o2", id: "no", description: "" },
];
const columns = observationColumns("forecast", options);
const paste = (...rows: readonly string[][]) =>
  pasteCells(rows, columns, [], emptyObservation("forecast")).map(({ observedAt, fields }) => [
    dateText(observedAt),
    fields.source,
    fields["probabilities/o1"],
    fields["probabilities/o2"],
  ]);

describe("the table of forecasts", () => {
  it("has a source, a date, a column for each option, and the weight", () => {
    expect(columns.map(({ label }) => label)).toEqual(["Source", "Observed", "Yes", "no", "Weight"]);
    expect(observationColumns("text", options).map(({ label }) => label)).toEqual(["Observed", "Text"]);
  });
});

describe("cells copied from a spreadsheet", () => {
  it("fill rows and keep percentages as written", () => {
    expect(paste(["Market", "20.03.2027", "25 %", "75 %"], ["Crowd", "21 March 2027 12:00", "30", "70"])).toEqual([
      ["2027-03-20T00:00:00Z", "Market", "25 %", "75 %"],
      ["2027-03-21T12:00:00Z", "Crowd", "30", "70"],
    ]);
  });

  it("are converted from fractions to percentages if they sum to 1", () => {
    expect(paste(["Market", "2027-03-20", "0.25", "0.75"])).toEqual([["2027-03-20T00:00:00Z", "Market", "25", "75"]]);
    expect(paste(["Market", "2027-03-20", "0.25 %", "0.75 %"])[0]?.slice(2)).toEqual(["0.25 %", "0.75 %"]);
  });

  it("lose the header row, but keep rows with an invalid date", () => {
    expect(paste(["Source", "Observed", "Yes", "No"], ["Crowd", "2027-03-20", "30", "70"])).toHaveLength(1);
    expect(paste(["Crowd", "03/04/2027", "30", "70"])).toEqual([["03/04/2027Z", "Crowd", "30", "70"]]);
  });

  it("leave cells outside the pasted range unchanged", () => {
    const [source] = columns;
    const before = { ...emptyObservation("forecast"), fields: { source: "Old", weight: "2" } };
    const [after] = pasteCells([["New"]], source === undefined ? [] : [source], [before], before);
    expect(after).toEqual({ ...before, fields: { source: "New", weight: "2" } });
  });
});
