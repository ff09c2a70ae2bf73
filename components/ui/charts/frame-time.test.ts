import { describe, expect, it } from "vitest";
import { frameTime } from "./frame-time.ts";

describe("time axis of a chart", () => {
  it("positions moments by instant, regardless of offset, including a leap second", () => {
    const moments = ["2016-12-31T23:59:50Z", "2017-01-01T01:59:55+02:00", "2016-12-31T23:59:60Z"];
    const { place } = frameTime(moments, { resolvesAt: "2030-01-01T00:00:00Z" });
    expect(moments.map(place)).toEqual([0, 0.5, 1]);
  });

  it("includes the resolution date unless the points would become too close and it is not one of them", () => {
    const moments = ["2026-01-01T00:00:00Z", "2026-01-11T00:00:00Z"];
    const near = frameTime(moments, { resolvesAt: "2026-01-21T00:00:00Z" });
    expect(moments.map(near.place)).toEqual([0, 0.5]);
    expect(near.marks).toEqual([{ x: 1, label: "resolution date" }]);
    const far = frameTime(moments, { resolvesAt: "2027-01-21T00:00:00Z" });
    expect(moments.map(far.place)).toEqual([0, 1]);
    expect(far.marks).toEqual([]);
    const end = "2027-01-21T00:00:00Z";
    expect(frameTime([...moments, end], { resolvesAt: end }).marks).toEqual([{ x: 1, label: "resolution date" }]);
  });

  it("places a single moment at the left edge, or in the middle if the resolution date is not later", () => {
    const moment = "2026-01-01T00:00:00Z";
    expect(frameTime([moment], { resolvesAt: "2036-01-01T00:00:00Z" }).place(moment)).toBe(0);
    expect(frameTime([moment], { resolvesAt: "2025-01-01T00:00:00Z" }).place(moment)).toBe(0.5);
    expect(frameTime([], { resolvesAt: moment }).ticks).toHaveLength(1);
  });

  it("marks the outcome", () => {
    const outcome = { happenedAt: "2026-01-03T00:00:00Z", label: "outcome: yes" };
    const moments = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
    const { marks, place } = frameTime(moments, { resolvesAt: "2026-01-05T00:00:00Z", outcome });
    expect(marks).toContainEqual({ x: 0.5, label: "outcome: yes" });
    expect(place("2026-01-02T00:00:00Z")).toBe(0.25);
  });
});
