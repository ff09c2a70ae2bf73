import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCsv } from "#server/base/table.ts";
import { writeXlsx } from "#test/xlsx.ts";
import { observationTarget, readObservationValues } from "./observations.ts";
import { questionTarget } from "./questions.ts";
import { readFile } from "./read-file.ts";
import { readValues } from "./read-values.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

interface Measured {
  readonly series: string;
  readonly value: number;
  readonly day: number;
  readonly isDate: boolean;
}

const words = fc
  .string({ unit: fc.constantFrom(..."abÄ€😀 ,;\t\"'=+-@|\n"), maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== "" && !text.startsWith("'"));
const row = fc.record<Measured>({
  series: words,
  value: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((value) => value + 0),
  day: fc.nat(20_000),
  isDate: fc.boolean(),
});

const HEADER = ["series", "observed_at", "value"];
const EPOCH = Date.UTC(1990, 0, 1);
const timeOf = ({ day, isDate }: Measured) =>
  new Date(EPOCH + day * 86_400_000 + (isDate ? 0 : 45_000_000)).toISOString().slice(0, isDate ? 10 : 19);
const serialOf = ({ day, isDate }: Measured) => day + 32_874 + (isDate ? 0 : 45_000_000 / 86_400_000);

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A notation with at least one decimal comma, so that it is known. */
const comma = (value: number) => JSON.stringify(value).replace(".", ",");

/** The ways to write the same rows. */
const WAYS: Readonly<Record<string, (rows: readonly Measured[]) => Promise<Uint8Array> | Uint8Array>> = {
  "our export": async (rows) => {
    const columns = { series: (one: Measured) => one.series, observed_at: timeOf, value: (one: Measured) => one.value };
    let text = "";
    for await (const part of toCsv([rows], columns)) text += part;
    return utf8(text);
  },
  "semicolons and decimal commas": (rows) => {
    const lines = rows.map((one) => [quote(one.series), timeOf(one), comma(one.value)].join(";"));
    return utf8(`\uFEFFsep=;\r\n${[HEADER.join(";"), ...lines].join("\r\n")}\r\n`);
  },
  "UTF-16 with tabs": (rows) => {
    const lines = rows.map((one) => [quote(one.series), timeOf(one), JSON.stringify(one.value)].join("\t"));
    return new Uint8Array(Buffer.from(`\uFEFF${[HEADER.join("\t"), ...lines].join("\n")}`, "utf16le"));
  },
  "a workbook": (rows) => {
    const cells = rows.map((one) => [
      one.series,
      [`s="${one.isDate ? 1 : 2}"`, `<v>${serialOf(one)}</v>`] as const,
      one.value,
    ]);
    return writeXlsx({ Sheet1: [HEADER, ...cells] });
  },
};

it.each(Object.entries(WAYS))("rows written as %s import to the same values", async (way, write) => {
  const target = observationTarget([]);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const content = await readFile(await write(rows));
      if (!content.ok || content.form !== "table") throw new Error(JSON.stringify(content));
      const fields = target.guess(content.header);
      const decimal = way.includes("commas") ? "," : ".";
      const { entries, refused } = target.prepare(content.header, content.rows, { fields, zone: "Z", decimal });
      expect([...content.refused, ...refused]).toEqual([]);
      expect(entries.map(({ text }) => JSON.parse(text))).toEqual(
        rows.map((one) => ({
          type: "structured",
          data: { kind: "measurement", series: one.series, value: one.value },
          observed_at: `${timeOf(one)}${one.isDate ? "T23:59:59" : ""}Z`,
        })),
      );
    }),
  );
});

describe("a table", () => {
  it("has the lines of an editor, with blank lines, quoted line breaks and empty trailing columns", async () => {
    const text = 'sep=;\r\n a ;B;;\r\n"x\r\ny";2;;\r\n\r\n;;;\r\n4;5;;\r\n';
    expect(await readFile(utf8(text))).toEqual({
      ok: true,
      form: "table",
      header: ["a", "B"],
      rows: [
        { line: 3, cells: ["x\r\ny", "2"] },
        { line: 7, cells: ["4", "5"] },
      ],
      refused: [],
      sheets: [],
    });
  });

  it("may have CR as line breaks and quotes within unquoted cells", async () => {
    expect(await readFile(utf8('a,b\r5" pipe,3\r'))).toMatchObject({ rows: [{ line: 2, cells: ['5" pipe', "3"] }] });
  });

  it("is decoded as Windows-1252 only if that was chosen", async () => {
    const bytes = new Uint8Array([...utf8("a\nx"), 0xfc]);
    expect(await readFile(bytes)).toMatchObject({ ok: false, line: 2, asWindows1252: "a\nxü" });
    expect(await readFile(bytes, { encoding: "windows-1252" })).toMatchObject({ rows: [{ cells: ["xü"] }] });
  });
});

describe("a workbook", () => {
  it("is read by sheet, with typed cells and stored values of formulas", async () => {
    const bytes = writeXlsx({
      One: [
        ["a", "b", "c"],
        [
          ['t="b"', "<v>1</v>"],
          ["", "<f>1+2</f><v>3</v>"],
          ['t="str"', "<f>A1</f><v></v>"],
        ],
      ],
      "Two & more": [["q"], ["x"]],
    });
    expect(await readFile(bytes)).toMatchObject({
      sheets: ["One", "Two & more"],
      rows: [{ line: 2, cells: ["true", 3, ""] }],
    });
    expect(await readFile(bytes, { sheet: "Two & more" })).toMatchObject({ header: ["q"], rows: [{ cells: ["x"] }] });
    expect(await readFile(bytes, { sheet: "Three" })).toMatchObject({ ok: false });
  });

  it("may count the days from 1904", async () => {
    const bytes = writeXlsx({ One: [["a"], [['s="1"', "<v>45004</v>"]]] }, { date1904: true });
    expect(await readFile(bytes)).toMatchObject({ rows: [{ cells: [{ date: "2027-03-20" }] }] });
  });
});

describe("JSON", () => {
  it("keeps the text and the line of each value", () => {
    const text = '\uFEFF[\n {"a":1,"a":12345678901234567890},\n  [1, 2],\n7]';
    expect(readValues(text)).toEqual({
      ok: true,
      form: "values",
      entries: [
        { line: 2, text: '{"a":1,"a":12345678901234567890}' },
        { line: 3, text: "[1, 2]" },
        { line: 4, text: "7" },
      ],
      refused: [],
    });
  });

  it("has the same values as an array, as lines with any line break, and indented", () => {
    const breaks = fc.constantFrom("\n", "\r\n", "\r", "\n\n");
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.json())), breaks, (values, lineBreak) => {
        const all = [
          JSON.stringify(values),
          JSON.stringify(values, null, 2),
          values.map((one) => JSON.stringify(one)).join(lineBreak),
        ];
        for (const text of all) {
          const { entries, refused } = readValues(text);
          expect([entries.map((one) => JSON.parse(one.text)), refused]).toEqual([values, []]);
        }
      }),
    );
  });
});

describe("JSON observations", () => {
  const observation = { type: "text", text: "a", observed_at: "2026-07-01T00:00:00Z" };
  const read = (text: string) => readObservationValues(readValues(text).entries);

  it.each([
    ["in a list", JSON.stringify([observation, observation])],
    ["one per line", `${JSON.stringify(observation)}\n\n${JSON.stringify(observation)}\n`],
    ["in a request", JSON.stringify({ model: "m", input: { context: [observation, observation] } }, null, 1)],
  ])("are read %s", (_, text) => {
    expect(read(text).entries.map((entry) => JSON.parse(entry.text))).toEqual([observation, observation]);
  });

  it.each([
    ["7", undefined, "not an observation"],
    ['{"type":"video"}', undefined, "not an observation"],
    ['{"type":"text","text":"a","observd_at":"x"}', "/observd_at", "no such member"],
    ['{"type":"text","type":"text","text":"a"}', "/type", "occurs twice"],
  ])("are not read from %s", (text, cell, message) => {
    const refusal = { line: 1, message: expect.stringContaining(message), ...(cell !== undefined && { cell }) };
    expect(read(text)).toEqual({ entries: [], refused: [refusal] });
  });
});

describe("the settings of a table", () => {
  const prepare = async (text: string, more: object = {}) => {
    const content = await readFile(utf8(text));
    if (!content.ok || content.form !== "table") throw new Error(JSON.stringify(content));
    const target = observationTarget([]);
    const settings = { fields: target.guess(content.header), zone: undefined, decimal: undefined, ...more };
    return target.prepare(content.header, content.rows, settings);
  };

  it("are asked for only if a cell needs them, and its line is refused until then", async () => {
    const known = "series,observed_at,value\ns,2027-03-20T12:00:00Z,1.5\n";
    expect((await prepare(known)).asks).toEqual([]);
    const unknown = 'series,observed_at,value\ns,2027-03-20 12:00,"1,234"\n';
    expect(await prepare(unknown)).toMatchObject({ asks: ["zone"], entries: [], refused: [{ line: 2 }] });
    expect(await prepare(unknown, { zone: "Z" })).toMatchObject({
      asks: ["decimal"],
      entries: [],
      refused: [{ line: 2 }],
    });
    const { entries } = await prepare(unknown, { zone: "America/New_York", decimal: "," });
    expect(JSON.parse(entries[0]?.text ?? "")).toMatchObject({
      data: { value: 1.234 },
      observed_at: "2027-03-20T12:00:00-04:00",
    });
  });

  it("make one history per series, and none of a series with a refused row", async () => {
    const text = "time;series;value\n2026-07-02;Level;2,5\n2026-07-01;Level;2\n2026-07-01;Rain;7\n2026-07-02;Rain;x\n";
    const { entries, refused } = await prepare(text, { zone: "Z" });
    expect(refused).toMatchObject([{ line: 5, cell: "value" }]);
    expect(entries.map((entry) => JSON.parse(entry.text))).toEqual([
      {
        type: "structured",
        data: {
          kind: "history",
          series: "Level",
          values: [
            ["2026-07-02T23:59:59Z", 2.5],
            ["2026-07-01T23:59:59Z", 2],
          ],
        },
        observed_at: "2026-07-02T23:59:59Z",
      },
    ]);
  });
});

it("a row becomes a submission with its tags and own id", async () => {
  const text = [
    "ID,Question,Option 1,Option 2,Resolution criteria,Deadline,Information cutoff,Tags,Ordered,Text,Observed",
    '7,"Will it, really?",Yes,No,If it does,20.03.2027 12:00,2027-01-01 0:00,"a; b",yes,A report.,2026-12-31',
  ].join("\n");
  const content = await readFile(utf8(text));
  if (!content.ok || content.form !== "table") throw new Error(JSON.stringify(content));
  const target = questionTarget("release-1");
  const settings = { fields: target.guess(content.header), zone: "+01:00", decimal: undefined };
  const { entries, refused } = target.prepare(content.header, content.rows, settings);
  expect(refused).toEqual([]);
  expect(JSON.parse(entries[0]?.text ?? "")).toEqual({
    request: {
      model: "release-1",
      task: {
        type: "choice",
        instructions: "Will it, really?",
        criteria: { yes: "Yes", no: "No" },
        resolution: { criteria: "If it does", resolves_at: "2027-03-20T12:00:00+01:00" },
      },
      input: {
        as_of: "2027-01-01T00:00:00+01:00",
        context: [{ type: "text", text: "A report.", observed_at: "2026-12-31T23:59:59+01:00" }],
      },
    },
    tags: ["a", "b"],
    ordered: true,
    own_id: "7",
  });
});
