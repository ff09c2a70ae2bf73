import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { evaluate } from "#lib/scores/evaluation.ts";
import { EvaluationReportView } from "./evaluation-report.tsx";
import { PeriodsChart } from "./periods-chart.tsx";

const subject = { adapter: "pool", server: null, dataDigest: "", files: [] };
const period = { forecasts: 1, questions: 1, log: { value: 1, interval: null }, brier: { value: 1, interval: null } };
const periods = ["2026-06", "2026-07", "2026-09", "2026-10"].map((value) => ({ ...period, value }));
const versions = [
  { version: "r13-c@aaaaaaaaa", month: "2026-06", change: null },
  { version: "r13-c@bbbbbbbbb", month: "2026-09", change: "Series have a season." },
];

it("a report opens with the better references, also if there is nothing to compare", () => {
  const report = evaluate(subject, [], [], () => ({ references: {}, horizonDays: 1, order: undefined }));
  const page = renderToStaticMarkup(createElement(EvaluationReportView, { report }));
  expect(page).toMatch(/^<section[^>]*><div[^>]*><h2[^>]*>Better references<\/h2>.*?<p>No answered case/);
});

it("the scores over time mark the first month of another version, and list month, version and change", () => {
  const chart = renderToStaticMarkup(createElement(PeriodsChart, { periods, versions, date: "month" }));
  expect(chart).toMatch(/left:50%[^"]*"><span[^>]*>version bbbbbbb<\/span>/);
  expect(chart).not.toContain("version aaaaaaa");
  expect(chart).toMatch(/<li>Sep 2026: <code title="r13-c@bbbbbbbbb">bbbbbbb<\/code> Series have a season\.<\/li>/);
});

it("the scores over time mark nothing with one version", () => {
  const chart = renderToStaticMarkup(
    createElement(PeriodsChart, { periods, versions: versions.slice(1), date: "month" }),
  );
  expect(chart).not.toMatch(/version bbbbbbb|Dashed/);
});
