import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { questionTarget } from "./questions.ts";
import { readFile } from "./read-file.ts";
import { readValues } from "./read-values.ts";
import { tabulate } from "./tabulate.ts";

const target = questionTarget("r1");
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => tabulate(readValues(text), target.ownMembers ?? []);

describe("JSON of a foreign form", () => {
  it("is read as the CSV file with the same cells", async () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/);
    const cell = fc.oneof(fc.stringMatching(/^[a-z][a-z ,"|]*[a-z]$/), fc.integer().map(String));
    const tables = fc
      .uniqueArray(name, { minLength: 2, maxLength: 5 })
      .chain((header) => fc.tuple(fc.constant(header), fc.array(fc.array(cell, { minLength: 5 }), { minLength: 1 })));
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom("array", "lines", "wrapped"), async ([header, rows], form) => {
        const objects = rows.map((row) => Object.fromEntries(header.map((one, index) => [one, row[index]])));
        const texts = objects.map((one) => JSON.stringify(one));
        const json = { array: JSON.stringify(objects), lines: texts.join("\n"), wrapped: `{"rows":[${texts}]}` }[form];
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const csv = await readFile(
          utf8(
            [header, ...rows.map((row) => row.slice(0, header.length))]
              .map((row) => row.map(quote).join(","))
              .join("\n"),
          ),
        );
        const found = read(json);
        if (found.form !== "table" || !csv.ok || csv.form !== "table") throw new Error("not a table");
        expect([found.header, found.rows.map(({ cells }) => cells)]).toEqual([
          csv.header,
          csv.rows.map(({ cells }) => cells),
        ]);
      }),
    );
  });

  it("keeps nested members, long numbers, lists and lines, and gives each row the members around its list", () => {
    const text =
      '{"due": "2027-01-01",\n"rows": [\n{"id": 12345678901234567890, "q": {"title": "A?", "n": 1.5}},\n{"id": 2, "of": ["a"], "x": null}]}';
    expect(read(text)).toMatchObject({
      header: ["due", "id", "q.title", "q.n", "of", "x"],
      rows: [
        { line: 3, cells: ["2027-01-01", "12345678901234567890", "A?", 1.5, "", ""] },
        { line: 4, cells: ["2027-01-01", 2, "", "", '["a"]', ""] },
      ],
    });
  });

  it("refuses an object with a repeated name, and a value that is not an object", () => {
    expect(read('[{"a":1},{"a":1,"a":2},7]')).toMatchObject({
      rows: [{ cells: [1] }],
      refused: [{ cell: "/a" }, { message: "This is not an object." }],
    });
  });

  it.each(['{"request":{}}', '{"task":{},"input":{}}', "7", ""])("leaves %s as it is", (text) => {
    expect(read(text).form).toBe("values");
  });
});

describe("a question without some cells", () => {
  const row = (settings: object, options = "") => {
    const header = ["question", "options", "resolution_criteria", "resolves_at"];
    const rows = [{ line: 2, cells: ["Q?", options, "C.", "9/1/27 12:00Z"] }];
    const fields = target.guess(header);
    return target.prepare(header, rows, { fields, zone: undefined, decimal: undefined, ...settings });
  };
  const constants = { as_of: "2026-01-01 00:00Z", options: "Yes|No" };

  it("takes the values chosen for all rows, and asks for the order of its dates", () => {
    expect(row({ order: "day first" })).toMatchObject({ entries: [], refused: [{ cell: "as_of" }] });
    expect(row({ constants })).toMatchObject({ entries: [], asks: ["order"] });
    for (const [order, date] of [
      ["day first", "2027-01-09"],
      ["month first", "2027-09-01"],
    ]) {
      const { task, input } = JSON.parse(row({ constants, order }).entries[0]?.text ?? "{}").request;
      expect([task.resolution.resolves_at, input.as_of]).toEqual([`${date}T12:00:00Z`, "2026-01-01T00:00:00Z"]);
    }
  });

  it.each([
    ["(a) Yes, (b) No, never", ["Yes", "No, never"]],
    ['["Yes", "No \\"x\\""]', ["Yes", 'No "x"']],
    ["['Less than 3', \"Don't know\"]", ["Less than 3", "Don't know"]],
    ["Yes; No", ["Yes", "No"]],
  ])("reads the options %s", (options, texts) => {
    const { task } = JSON.parse(row({ constants, order: "day first" }, options).entries[0]?.text ?? "{}").request;
    expect(Object.values(task.criteria)).toEqual(texts);
  });
});
