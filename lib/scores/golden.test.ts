import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OURS, RELEASE } from "./reference-names.ts";
import type { Section, Summary } from "./report.ts";
import { TrackRecord } from "./track-record.ts";

/**
 * Twenty generated ledgers with the figures of the code that maintained sums in SQL (5ee6994d): archived and restored
 * ones, with corrections, tags, ordered questions, early decisions, candidates, aliases, worths and findings. Where the
 * forecasts of a question had several orders, all have the first one, and `ranked` is the figure for it. The figures by
 * tag are left out: that code also had tags of submissions.
 */
const FOLDER = join(import.meta.dirname, "golden");

const isCompared = ({ dimension }: { readonly dimension?: string }) => dimension !== "tag";

const numberOf = (figure: { readonly value: number } | null | undefined) => figure?.value ?? null;

function pickSection({ log, brier, overForecasts, references, ...section }: Section, isWhole: boolean) {
  const { dimension, value, forecasts, questions, binary, ranked } = section;
  return {
    ...{ dimension, value, forecasts, questions, brier: brier.value, log: log.value },
    ...{
      overBrier: overForecasts.brier,
      overLog: overForecasts.log,
      binary: numberOf(binary),
      ranked: numberOf(ranked),
    },
    skills: Object.fromEntries(
      Object.entries(references).map(([name, one]) => [
        name,
        [one.questions, numberOf(one.brierSkill), numberOf(one.logSkill)],
      ]),
    ),
    ...(isWhole ? pickShapes(section) : {}),
  };
}

function pickShapes(
  section: Pick<Section, "reliability" | "decomposition" | "discrimination" | "sharpness" | "periods">,
) {
  const { reliability, decomposition, discrimination, sharpness, periods } = section;
  return {
    reliability: reliability.map((p) => [p.bin, p.forecasts, p.weight, p.effective, p.meanProbability, p.frequency]),
    decomposition: decomposition && [decomposition.reliability, decomposition.resolution, decomposition.uncertainty],
    discrimination: discrimination?.slope ?? null,
    sharpness,
    periods: periods.map((one) => [one.value, one.forecasts, one.questions, one.brier.value, one.log.value]),
  };
}

function pickCandidate({ value, forecasts, questions, log, brier, references }: Summary) {
  const release = references[RELEASE];
  return {
    ...{ value, forecasts, questions, log: log.value, brier: brier.value },
    ...{ logDifference: numberOf(release?.logDifference), brierDifference: numberOf(release?.brierDifference) },
  };
}

function pickSource({ value, forecasts, questions, log, brier, references }: Summary) {
  const ours = references[OURS];
  const difference = ours === undefined ? null : [ours.questions, ours.logDifference.value];
  return { value, forecasts, questions, brier: brier.value, log: log.value, difference };
}

/** Rounds all numbers, and sorts lists of groups, whose order is not part of the figures. */
function comparable(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toFixed(9)) + 0;
  if (Array.isArray(value)) {
    const items = value.map(comparable);
    const isGroups = items.every((item) => typeof item === "object" && !Array.isArray(item) && item !== null);
    return isGroups ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, comparable(one)]),
  );
}

describe.each(readdirSync(FOLDER))("the golden file %s", (file) => {
  const { now, aliases, questions, expected } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  const names = aliases.map(({ alias, source }: { alias: string; source: string }) => [alias, source]);
  const record = new TrackRecord({ now: new Date(now), aliases: new Map(names) });
  for (const question of questions) record.add(question);
  const { sections, candidates, sources, worths, findings } = record.report();
  const found = {
    sections: sections.filter(isCompared).map((section) => pickSection(section, section.dimension === "all")),
    candidates: candidates.map(pickCandidate),
    sources: sources.map(pickSource),
    worths: worths.map(({ worth, ...one }) => ({ ...one, worth: numberOf(worth) })),
    findings: findings.map(({ finding, ...one }) => ({
      finding,
      with: [one.with.questions, one.with.log],
      without: [one.without.questions, one.without.log],
    })),
  };

  it.each(Object.entries(found))("has the same %s", (name, groups) => {
    expect(comparable(groups)).toEqual(comparable(expected[name].filter(isCompared)));
  });
});
