import { describe, expect, it } from "vitest";
import { readCells } from "#lib/files/read-table.ts";
import { emptyObservation } from "./compose-form.ts";
import { dateText } from "./date-time-text.ts";
import { observationColumns } from "./observation-columns.ts";
import { pasteCells } from "./paste-cells.ts";

const options = [
  { key: "o1", id: "", description: "Yes" },
  { key: "o2", id: "no", description: "" },
];
const columns = observationColumns("forecast", options);
const pasteText = (text: string) => {
  const read = readCells(text);
  return read.ok ? pasteCells(read.rows, columns, [], emptyObservation("forecast")) : read;
};
const paste = (...rows: readonly string[][]) => {
  const pasted = pasteText(rows.map((cells) => cells.join("\t")).join("\n"));
  if (!pasted.ok) throw new Error(pasted.message);
  return pasted.observations.map(({ observedAt, fields }) => [
    dateText(observedAt, "end of day"),
    fields.source,
    fields["probabilities/o1"],
    fields["probabilities/o2"],
  ]);
};

describe("the table of forecasts", () => {
  it("has a source, a date, a column for each option, and the weight", () => {
    expect(columns.map(({ label }) => label)).toEqual(["Source", "Observed", "Yes", "no", "Weight"]);
    expect(observationColumns("text", options).map(({ label }) => label)).toEqual(["Observed", "Text"]);
  });
});

describe("cells copied from a spreadsheet", () => {
  it("fill rows and keep percentages as written", () => {
    expect(paste(["Market", "20.03.2027", "25 %", "75 %"], ["Crowd", "21 March 2027 12:00", "30", "70"])).toEqual([
      ["2027-03-20T23:59:59Z", "Market", "25 %", "75 %"],
      ["2027-03-21T12:00:00Z", "Crowd", "30", "70"],
    ]);
  });

  it("are converted from fractions to percentages if they sum to 1", () => {
    expect(paste(["Market", "2027-03-20", "0.25", "0.75"])).toEqual([["2027-03-20T23:59:59Z", "Market", "25", "75"]]);
    expect(paste(["Market", "2027-03-20", "0.25 %", "0.75 %"])[0]?.slice(2)).toEqual(["0.25 %", "0.75 %"]);
  });

  it("lose the header row, but keep rows with an invalid date", () => {
    expect(paste(["Source", "Observed", "Yes", "No"], ["Crowd", "2027-03-20", "30", "70"])).toHaveLength(1);
    expect(paste(["Crowd", "03/04/2027", "30", "70"])).toEqual([["03/04/2027Z", "Crowd", "30", "70"]]);
  });

  it("leave cells outside the pasted range unchanged", () => {
    const [source] = columns;
    const before = { ...emptyObservation("forecast"), fields: { source: "Old", weight: "2" } };
    const after = pasteCells([{ line: 1, cells: ["New"] }], source === undefined ? [] : [source], [before], before);
    expect(after).toEqual({ ok: true, observations: [{ ...before, fields: { source: "New", weight: "2" } }] });
  });

  it("use the decimal comma in every number if one cell shows it", () => {
    const pasted = pasteText("M\t2027-03-20\t12,5\t87,5\t1.500\nN\t2027-03-20\t1\t99\t2");
    expect(pasted.ok && pasted.observations.map(({ fields }) => fields.weight)).toEqual(["1500", "2"]);
  });

  it.each([
    ["a cell beyond the last column", "M\t2027-03-20\t1\t99\t1\nM\t2027-03-20\t1\t99\t1\tlost", 2, "6 cells"],
    ["a quote that does not end", 'M\t2027-03-20\t1\t99\t1\n"N\t2027-03-20\t1\t99\t1\nO', 2, "quoted cell"],
    ["text after a closing quote", '"M" x\t2027-03-20\t1\t99\t1', 1, "quoted cell"],
    ["decimal points and decimal commas", "M\t2027-03-20\t1.5\t98.5\t1\nN\t2027-03-20\t1,5\t98,5\t1", 2, "both"],
  ])("are refused as a whole because of %s", (_, text, line, why) => {
    expect(pasteText(text)).toMatchObject({ ok: false, line, message: expect.stringContaining(why) });
  });
});
