import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRequest } from "#lib/contract/check-request.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { forecast, NOW, requestOf, structured, text } from "#test/findings-fixtures.ts";
import { findFindings } from "./find-findings.ts";

function resolve(request: PredictionRequest, path: string): unknown {
  let here: unknown = request;
  for (const step of path.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here)) here = here[Number(name)];
    else here = isJsonObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  }
  return here;
}

const FRAGMENTS = [
  "won",
  "resolved to yes",
  "https://a.example/2027/01/02/x",
  "12 September 2026",
  "may 5",
  "2027-01-01",
  "Larkfield",
  "10-20",
  "or more",
  ". ",
  "\n",
  " ",
  "no",
  "\u0000",
  "😀",
  "日本",
  "?",
  "published",
];
const sentence = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 30 }).map((parts) => parts.join(" ")),
);
const observation = fc.oneof(
  sentence.map((words) => text(words)),
  fc
    .dictionary(
      fc.constantFrom("kind", "source", "probabilities", "x"),
      fc.oneof(fc.constantFrom("forecast", "counts", "z"), sentence, fc.integer()),
    )
    .map((data) => structured(data)),
);
const description = fc.oneof(
  sentence.filter((words) => /\S/.test(words)),
  fc.constant(null),
);
const request = fc
  .record({
    context: fc.array(observation, { maxLength: 12 }),
    criteria: fc.dictionary(
      fc.constantFrom("yes", "no", "other", "constructor", "10", "9", "a_b", "A-B"),
      description,
      { minKeys: 2, noNullPrototype: true },
    ),
    resolution: sentence.filter((words) => /\S/.test(words)),
  })
  .map(requestOf);

describe("findings", () => {
  it("are not reported for a request without problems", () => {
    expect(findFindings(requestOf(), { now: NOW })).toEqual([]);
  });

  it("have the path of an existing value, and quote the passage at their offsets", () => {
    fc.assert(
      fc.property(request, (any) => {
        fc.pre(checkRequest(any).ok);
        for (const finding of findFindings(any, { now: NOW, trainingCutoff: "2026-07" })) {
          const value = resolve(any, finding.path);
          expect(value).not.toBe(undefined);
          if (finding.evidence === undefined) continue;
          const { start, end, text: shown } = finding.evidence;
          expect(typeof value === "string" && value.slice(start, end)).toBe(shown);
          expect(shown.length).toBeLessThanOrEqual(160);
          expect(shown.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it("are ordered by severity, then path, with indices compared as numbers", () => {
    const context = Array.from({ length: 12 }, (_, index) =>
      index === 2 ? text("Updated 2026-07-14.") : structured({ kind: `k${index}` }),
    );
    const findings = findFindings(requestOf({ context }), { now: NOW });
    expect(findings.map(({ path }) => path)).toEqual([
      "/input/context/2/text",
      ...[0, 1, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => `/input/context/${index}/data/kind`),
    ]);
  });

  it("are at most ten per kind, and the last one states how many were omitted", () => {
    const context = Array.from({ length: 300 }, () => structured({}));
    const findings = findFindings(requestOf({ context }), { now: NOW }).filter(
      ({ id }) => id === "unusable-structured-data",
    );
    expect(findings).toHaveLength(10);
    expect(findings[9]?.message).toContain("290 more findings of this kind are not listed.");
  });

  it("do not quote long texts in full", () => {
    const long = "won ".repeat(3000);
    const criteria = { a: `${long.slice(0, 1000)} x`, b: `${long.slice(0, 1000)} x`, other: null };
    const context = [
      text(`Updated 2026-07-14 https://a.example/2026/07/14/${"x".repeat(500)} ${long}`),
      structured({ kind: long }),
    ];
    const findings = findFindings(requestOf({ criteria, context, resolution: long }), { now: NOW });
    expect(findings.length).toBeGreaterThan(3);
    for (const { message } of findings) expect(message.length).toBeLessThan(500);
  });

  it("are deterministic", () => {
    fc.assert(
      fc.property(request, (any) => {
        fc.pre(checkRequest(any).ok);
        expect(findFindings(structuredClone(any), { now: NOW })).toEqual(findFindings(any, { now: NOW }));
      }),
    );
  });

  it("do not change the request", () => {
    const request = requestOf({ context: [forecast({ yes: 0.5, no: 0.5 }), text("Ada won on 14 July 2026.")] });
    const before = structuredClone(request);
    findFindings(request, { now: NOW });
    expect(request).toEqual(before);
  });
});
