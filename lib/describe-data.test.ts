import { expect, it } from "vitest";
import { describeData } from "./describe-data.ts";

it("summarises the values of a history, says intervals in words, and prints other structured data in full", () => {
  const history = {
    kind: "history",
    series: "Load",
    start: "2026-01-31T06:00:00Z",
    every: "P1M",
    values: [4, null, 6.5],
  };
  expect(describeData(history)).toBe(
    "history, series Load, start 2026-01-31T06:00:00Z, every P1M, values 2, from 4 on 31 Jan 2026, 06:00 UTC to 6.5 on 31 Mar 2026, 06:00 UTC",
  );
  const intervals = { high: { at_least: 150 }, low: { below: 100 }, middle: { at_least: 100, below: 150 } };
  expect(describeData({ kind: "partition", series: "Load", intervals })).toBe(
    "partition, series Load, intervals low: less than 100; middle: at least 100, less than 150; high: at least 150",
  );
  expect(describeData({ kind: "history", values: [["soon", 4]] })).toBe('history, values [["soon",4]]');
  const forecast = { kind: "forecast", source: "Market", probabilities: { yes: 0.3, no: 0.7 } };
  expect(describeData(forecast)).toBe("forecast, source Market, probabilities yes 0.3, no 0.7");
});
