import { describe, expect, it } from "vitest";
import { forecastsInput, readCompared, readForecastsQuery, readRecordsQuery, recordsInput } from "./page-query.ts";

describe("the filters in an address", () => {
  it("are read", () => {
    const task = `sha256:${"a".repeat(64)}`;
    const query = readForecastsQuery({
      task,
      release: " service-r13-c ",
      option: "cut_small",
      text: " policy rate ",
      from: "2026-02-28",
      before: ["2026-03-01"],
      after: "12",
    });
    expect(forecastsInput(query)).toEqual({
      taskId: task,
      release: "service-r13-c",
      option: "cut_small",
      text: "policy rate",
      from: "2026-02-28T00:00:00Z",
      before: "2026-03-01T00:00:00Z",
      after: 12,
      limit: 50,
    });
  });

  it("count as not given where they are not right", () => {
    const query = readForecastsQuery({
      task: "sha256:a",
      release: "",
      option: "\u0000",
      text: "a\u0000",
      from: "2026-02-30",
      before: "now",
      after: "-1",
    });
    expect(Object.values(query).every((value) => value === undefined)).toBe(true);
    expect(readRecordsQuery({ show: "toString", code: "a b", request: "1" })).toEqual({ show: "attempts" });
  });

  it("name forecasts to compare, each once", () => {
    const [one, other] = ["0198c9a0-0000-7000-8000-000000000000", "0198c9a0-0000-7000-8000-00000000000a"];
    expect(readCompared({ id: [one, other.toUpperCase(), other, "x"] })).toEqual([one, other]);
    expect(readCompared({ id: one })).toEqual([one]);
    expect(readCompared({})).toEqual([]);
  });

  it("name the kinds of events to show", () => {
    expect(recordsInput(readRecordsQuery({})).kinds).toEqual([
      "prediction.answered",
      "prediction.refused",
      "prediction.failed",
    ]);
    expect(recordsInput(readRecordsQuery({ show: "everything", code: "QUEUE_FULL" }))).toMatchObject({
      code: "QUEUE_FULL",
    });
    expect(recordsInput(readRecordsQuery({ show: "everything" })).kinds).toBeUndefined();
  });
});
