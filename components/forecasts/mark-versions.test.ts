import { expect, it } from "vitest";
import { frameTime } from "#components/ui/charts/frame-time.ts";
import { markVersions } from "./history-panel.tsx";

it("marks each change of the model version, including a change back", () => {
  const points = ["a", "a", "b", "a"].map((letter, day) => ({
    asOf: `2026-01-0${day + 1}T00:00:00Z`,
    modelVersion: `r13-c@${letter.repeat(40)}`,
  }));
  const { place } = frameTime(
    points.map(({ asOf }) => asOf),
    { resolvesAt: "2040-01-01T00:00:00Z" },
  );
  expect(markVersions(points, place)).toEqual([
    { x: 2 / 3, label: "version bbbbbbb" },
    { x: 1, label: "version aaaaaaa" },
  ]);
});
