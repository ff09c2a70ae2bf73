import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FORECAST_COLUMNS } from "#server/console/forecasts/list-forecasts.ts";
import { OUTCOME_COLUMNS } from "#server/console/outcomes/export-outcomes.ts";
import { SOURCE_COLUMNS } from "#server/console/scores/export-scores.ts";
import { OBSERVATION_COLUMNS } from "#server/console/scores/export-worths.ts";

const section = (file: string, heading: string) =>
  readFileSync(file, "utf8")
    .split(/^##+ /m)
    .find((text) => text.startsWith(`${heading}\n`)) ?? "";
const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
/** Returns the names in the first column of a section's table. */
const namesInTable = (text: string) => namesIn([...text.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) => cell).join());

it.each([
  ["Forecasts", FORECAST_COLUMNS],
  ["Sources", SOURCE_COLUMNS],
  ["Worth of observations", OBSERVATION_COLUMNS],
])("docs/exports.md lists the columns of the export %s", (heading, columns) => {
  expect(namesInTable(section("docs/exports.md", heading)).sort()).toEqual(Object.keys(columns).sort());
});

it("docs/exports.md lists the columns of an export of outcomes, in addition to those of an import", () => {
  const imported = namesInTable(section("docs/scores.md", "Import"));
  expect([...imported, ...namesIn(section("docs/exports.md", "Outcomes"))]).toEqual(Object.keys(OUTCOME_COLUMNS));
});
