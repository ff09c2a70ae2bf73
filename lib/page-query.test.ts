import { describe, expect, it } from "vitest";
import { forecastsInput, readForecastsQuery, readRecordsQuery, recordsInput } from "./page-query.ts";

describe("the filters in an address", () => {
  it("are read", () => {
    const task = `sha256:${"a".repeat(64)}`;
    const query = readForecastsQuery({
      task,
      release: " service-r13-c ",
      from: "2026-02-28",
      before: ["2026-03-01"],
      after: "12",
    });
    expect(forecastsInput(query)).toEqual({
      taskId: task,
      release: "service-r13-c",
      from: "2026-02-28T00:00:00Z",
      before: "2026-03-01T00:00:00Z",
      after: 12,
      limit: 50,
    });
  });

  it("count as not given where they are not right", () => {
    const query = readForecastsQuery({ task: "sha256:a", release: "", from: "2026-02-30", before: "now", after: "-1" });
    expect(Object.values(query).every((value) => value === undefined)).toBe(true);
    expect(readRecordsQuery({ show: "toString", code: "a b", request: "1" })).toEqual({ show: "attempts" });
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
