import { describe, expect, it } from "vitest";
import { dateText } from "./date-time-text.ts";
import { readJsonRows, readTable } from "./read-rows.ts";

const options = [
  { key: "o1", id: "yes", description: "" },
  { key: "o2", id: "", description: "No change" },
];
const UTC = "Z";

describe("a table of observations", () => {
  it("reads texts", () => {
    const reading = readTable(["observed_at", "text"], [["2026-07-01T12:00:00+02:00", 'Rain, "heavy"']], options, UTC);
    expect(reading.ok && reading.observations).toMatchObject([
      {
        kind: "text",
        fields: { text: 'Rain, "heavy"' },
        observedAt: { local: "2026-07-01 12:00", offset: "+02:00" },
      },
    ]);
  });

  it("reads forecasts, with a column per option id", () => {
    const header = ["source", "no-change", "yes", "weight", "observed_at"];
    const reading = readTable(header, [["M", "0.7", " 0.3", "2", "2026-07-01 12:00"]], options, UTC);
    expect(reading.ok && reading.observations).toMatchObject([
      {
        kind: "forecast",
        fields: { source: "M", weight: "2", "probabilities/o1": "30", "probabilities/o2": "70" },
        observedAt: { local: "2026-07-01 12:00", offset: "Z" },
      },
    ]);
  });

  it("reads counts, measurements and JSON", () => {
    const one = (header: string[], row: string[]) => {
      const reading = readTable(header, [row], options, UTC);
      return reading.ok ? reading.observations[0] : reading.message;
    };
    const at = "2026-07-01T00:00:00Z";
    expect(one(["observed_at", "reference_class", "yes"], [at, "past", "3"])).toMatchObject({
      kind: "counts",
      fields: { "counts/o1": "3", "counts/o2": "" },
    });
    expect(one(["observed_at", "series", "value", "unit"], [at, "s", "1.5", "km"])).toMatchObject({
      kind: "measurement",
      fields: { value: "1.5", unit: "km" },
    });
    expect(one(["observed_at", "data"], [at, '{"a":1}'])).toMatchObject({ kind: "raw", fields: { data: '{"a":1}' } });
  });

  it("reads one history per series from a table of times, observed at the time of its last value", () => {
    const rows = [
      ["level", "2026-07-02", "2.5", "m"],
      ["Rain", "2026-07-01 06:00", "7", ""],
      ["level", "2026-07-01T00:00:00+02:00", "2", "m"],
    ];
    const reading = readTable(["series", "time", "value", "unit"], rows, options, UTC);
    expect(reading.ok && reading.observations).toMatchObject([
      {
        kind: "history",
        observedAt: { local: "2026-07-02" },
        fields: { series: "level", unit: "m", values: "2026-07-02T00:00:00Z, 2.5\n2026-07-01T00:00:00+02:00, 2" },
      },
      { kind: "history", fields: { series: "Rain", unit: "", values: "2026-07-01T06:00:00Z, 7" } },
    ]);
  });

  it("reads a date without time as the start of the day, and adds the offset only if one was selected", () => {
    const dates = (offset: string) => {
      const reading = readTable(
        ["observed_at", "text"],
        [
          ["2026-07-01", "a"],
          ["2026-07-01T01:02:03", "b"],
        ],
        options,
        offset,
      );
      return reading.ok && reading.observations.map(({ observedAt }) => dateText(observedAt));
    };
    expect(dates("")).toEqual(["2026-07-01T00:00:00", "2026-07-01T01:02:03"]);
    expect(dates("-05:00")).toEqual(["2026-07-01T00:00:00-05:00", "2026-07-01T01:02:03-05:00"]);
  });

  it.each([
    [["text"], "observed_at"],
    [["observed_at"], "the kind of observation"],
    [["observed_at", "text", "text"], "twice"],
    [["observed_at", "source", "maybe"], "maybe"],
    [["time", "series"], "also needs value"],
  ])("is refused with a reason if the columns are %j", (header, why) => {
    const reading = readTable(header, [], options, UTC);
    expect(reading.ok ? "" : reading.message).toContain(why);
  });
});

describe("JSON observations", () => {
  const observation = { type: "text", text: "a", observed_at: "2026-07-01T00:00:00Z" };

  it.each([
    ["in a list", JSON.stringify([observation, observation])],
    ["one per line", `${JSON.stringify(observation)}\n\n${JSON.stringify(observation)}\n`],
    ["in a request", JSON.stringify({ model: "m", input: { context: [observation, observation] } })],
  ])("are read %s", (_, text) => {
    const reading = readJsonRows(text, options);
    expect(reading.ok && reading.observations.map(({ fields }) => fields.text)).toEqual(["a", "a"]);
  });

  it("are read from a single object", () => {
    expect(readJsonRows(JSON.stringify(observation), options)).toMatchObject({ ok: true });
  });

  it.each([["7"], ["[7]"], ["nonsense"], ['[{"type": "video"}]']])("are not read from %s", (text) => {
    expect(readJsonRows(text, options).ok).toBe(false);
  });
});
