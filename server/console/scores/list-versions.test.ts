import { expect, it } from "vitest";
import { CHANGES } from "#server/models/pool/changes.ts";
import { listVersions } from "./track-record.ts";

function section(value: string, ...months: string[]) {
  const period = { forecasts: 1, questions: 1, log: { value: 1, interval: null }, brier: { value: 1, interval: null } };
  return { dimension: "version", value, periods: months.map((month) => ({ ...period, value: month })) };
}

const [known = "", change = ""] = Object.entries(CHANGES)[0] ?? [];

it("lists versions by the first month with scores, with the change of a version of the embedded model", () => {
  const sections = [section(known, "2026-08", "2026-09"), section("r13-c@0", "2026-07", "2026-09")];
  expect(listVersions([{ ...section("", "2026-07"), dimension: "all" }, ...sections])).toEqual([
    { version: "r13-c@0", month: "2026-07", change: null },
    { version: known, month: "2026-08", change },
  ]);
});

it("lists a version of the embedded model after unknown ones of the same month", () => {
  const versions = listVersions([section(known, "2026-08"), section("r13-c@0", "2026-08")]);
  expect(versions.map(({ version }) => version)).toEqual(["r13-c@0", known]);
});

it("lists the latest ten versions", () => {
  const sections = Array.from({ length: 12 }, (_, index) =>
    section(`v${index}`, `2026-${String(index + 1).padStart(2, "0")}`),
  );
  expect(listVersions(sections).map(({ version }) => version)).toEqual(sections.slice(2).map(({ value }) => value));
});
