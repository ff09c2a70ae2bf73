import { expect, it } from "vitest";
import { sumByCode, sumByHour } from "./sum-outcomes.ts";

const COUNTS = [
  { hour: "2026-01-01T10:00:00Z", code: "QUEUE_FULL", count: 1 },
  { hour: "2026-01-01T10:00:00Z", code: null, count: 5 },
  { hour: "2026-01-01T12:00:00Z", code: "INVALID_JSON", count: 2 },
  { hour: "2026-01-01T12:00:00Z", code: "QUEUE_FULL", count: 3 },
] as const;

it("sums requests by code over all hours: answers first, then error codes in the order of the gateway's checks", () => {
  expect(sumByCode(COUNTS)).toEqual([
    { code: null, count: 5 },
    { code: "INVALID_JSON", count: 2 },
    { code: "QUEUE_FULL", count: 4 },
  ]);
});

it("includes hours without requests", () => {
  const hours = sumByHour(COUNTS, "2026-01-01T10:00:00.000Z", 3);
  expect(hours.map(({ answered, refused }) => [answered, refused])).toEqual([
    [5, 1],
    [0, 0],
    [0, 5],
  ]);
});
