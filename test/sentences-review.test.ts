import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeProtection } from "#components/audit/describe-protection.ts";
import { describeProgress, describeSample } from "#components/evaluations/describe-evaluation.ts";
import type { Queued } from "#components/review/queue-screen.tsx";
import { describeWaiting, groupsOf, largestGroup, nameSelection } from "#components/review/selection.ts";
import { describePeriods, describeRange, judgeDifference } from "#components/scores/describe-scores.ts";
import { describeEqual } from "#components/settings/describe-reviews.ts";
import { describeTimes } from "#components/submissions/describe-times.ts";
import { describeNoVerdicts } from "#components/submissions/describe-verdicts.ts";
import { describeCalibration, describeCompared, describeSkill } from "#components/track-record/describe-skill.ts";
import { describeReliability } from "#components/ui/charts/describe-reliability.ts";
import { describeEvent } from "#components/verify/describe-event.ts";
import { timeOf } from "#lib/contract/date-time.ts";
import { describeInterval } from "#lib/describe-data.ts";
import { EVALUATION_STATUSES, sampleSize } from "#lib/domain/evaluations.ts";
import { findMissingSource } from "#lib/findings/resolution-source.ts";
import { formatCount, formatInstant, formatScore } from "#lib/format.ts";
import { nameBin } from "#lib/scores/score-tables.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { BINS, type ReliabilityPoint } from "#lib/stats/reliability.ts";
import { detect } from "#test/findings-fixtures.ts";

/** Each sentence that a page derives from data: what it is said of, the sentence, and whether it is true. */
interface Row<Value> {
  readonly about: string;
  readonly given: fc.Arbitrary<Value>;
  readonly say: (value: Value) => string;
  readonly check: (sentence: string, value: Value) => void;
}

const row = <Value>(one: Row<Value>): Row<unknown> => one as unknown as Row<unknown>;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const count = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 20_000 }));
const interval = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }))
  .map(([one, other]) => ({ low: Math.min(one, other), high: Math.max(one, other) }));
const instant = fc
  .date({ min: new Date("2020-01-01T00:00:00Z"), max: new Date("2030-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

const points = fc.uniqueArray(
  fc.record({ bin: fc.nat({ max: BINS - 1 }), weight: fc.nat({ max: 50 }), frequency: share, band: interval }),
  { selector: ({ bin }) => bin, minLength: 1 },
) as unknown as fc.Arbitrary<ReliabilityPoint[]>;
const outsideOf = (list: readonly ReliabilityPoint[]) =>
  list.filter(({ frequency, band }) => frequency < band.low || frequency > band.high);

const queued = fc.array(
  fc.record({
    taskId: fc.constantFrom("a", "b", "c"),
    batch: fc.constantFrom(null, "first", "second"),
    findings: fc.constantFrom([], ["medium:x"], ["high:y"]),
    may: fc.record({ decide: fc.constantFrom(null, "another reviewer must decide") }),
  }),
) as unknown as fc.Arbitrary<Queued[]>;

const SENTENCES = [
  row({
    about: "times of an input",
    given: fc.tuple(fc.array(instant, { maxLength: 4 }), instant, instant).map(([seen, ...ends]) => {
      const [asOf = "", resolvesAt = ""] = ends.sort();
      return { seen: seen.filter((at) => at <= asOf), asOf, resolvesAt };
    }),
    say: ({ seen, asOf, resolvesAt }) => describeTimes(seen, asOf, resolvesAt),
    check(sentence, { seen, asOf, resolvesAt }) {
      const isTrue = (words: string | undefined, from: string, to: string) => {
        const days = (timeOf(to) - timeOf(from)) / 86_400_000;
        const said = words === "less than a day" ? 0 : Number.parseInt(words?.replaceAll(",", "") ?? "", 10);
        expect(days).toBeGreaterThanOrEqual(said);
        expect(days).toBeLessThan(said + 1);
      };
      isTrue(/resolves (.+) after the cutoff/.exec(sentence)?.[1], asOf, resolvesAt);
      const latest = seen.toSorted().at(-1);
      if (latest !== undefined) isTrue(/the latest (.+) before the cutoff/.exec(sentence)?.[1], latest, asOf);
      expect(sentence.startsWith("No observations.")).toBe(seen.length === 0);
    },
  }),
  row({
    about: "verdicts that are not shown yet",
    given: fc.record({ isOpen: fc.boolean(), mayDecide: fc.boolean() }),
    say: describeNoVerdicts,
    check(sentence, { isOpen, mayDecide }) {
      // An author records no verdict.
      expect(sentence.includes("yours")).toBe(isOpen && mayDecide);
      expect(sentence.includes("No verdicts")).toBe(!isOpen);
    },
  }),
  row({
    about: "rows decided together",
    given: queued,
    say: (rows) => nameSelection(largestGroup([], rows)),
    check(sentence, rows) {
      const group = largestGroup([], rows);
      expect(sentence.startsWith(`${group.length} submission`)).toBe(true);
      const tasks = new Set(group.map(({ taskId }) => taskId));
      const imports = new Set(group.map(({ batch }) => batch));
      if (sentence.endsWith("task")) expect(tasks.size).toBeLessThan(2);
      else expect([imports.size, imports.has(null)]).toEqual([1, false]);
      for (const one of group) {
        expect(one.may.decide).toBeNull();
        expect(one.findings).not.toContain("high:y");
        expect(groupsOf([one], rows)).toContainEqual(group);
      }
    },
  }),
  row({
    about: "the review queue",
    given: fc.record({ waiting: count, isFiltered: fc.boolean() }),
    say: ({ waiting, isFiltered }) => describeWaiting(waiting, isFiltered),
    check(sentence, { waiting, isFiltered }) {
      // With a filter, an empty list does not mean an empty queue.
      expect(sentence === "The queue is empty.").toBe(waiting === 0 && !isFiltered);
      if (waiting > 0) expect(sentence.startsWith(formatCount(waiting))).toBe(true);
    },
  }),
  row({
    about: "protection of the audit log",
    given: fc.option(fc.record({ seq: fc.integer({ min: 1 }) })),
    say: describeProtection,
    check(sentence, checkpoint) {
      // The newest events can be cut off unnoticed until a checkpoint is signed.
      expect(sentence).not.toContain("no event");
      if (checkpoint === null) expect(sentence).toContain("No checkpoint is signed yet");
      else expect(sentence).toContain(`checkpoint of event ${formatCount(checkpoint.seq)}`);
    },
  }),
  row({
    about: "intervals of a partition",
    given: fc.tuple(
      fc.record(
        { at_least: fc.integer(), above: fc.integer(), at_most: fc.integer(), below: fc.integer() },
        { requiredKeys: [] },
      ),
      fc.integer(),
    ),
    say: ([bounds]) => describeInterval(bounds) ?? "",
    check(sentence, [bounds, value]) {
      const { at_least = value, above = value - 1, at_most = value, below = value + 1 } = bounds;
      const isInside = value >= at_least && value > above && value <= at_most && value < below;
      const said = sentence.split(", ").every((words) => {
        const bound = Number(/-?\d+$/.exec(words)?.[0]);
        if (words.startsWith("at least")) return value >= bound;
        if (words.startsWith("more than")) return value > bound;
        if (words.startsWith("at most")) return value <= bound;
        return words === "any value" || value < bound;
      });
      expect(said).toBe(isInside);
    },
  }),
  row({
    about: "resolution criteria without a source",
    given: fc
      .record({
        name: fc.constantFrom("office", "agency", "bulletin", "council", "register", "ministry"),
        spelling: fc.constantFrom(
          (text: string) => text,
          (text: string) => text[0]?.toUpperCase() + text.slice(1),
        ),
        rest: fc.constantFrom("weekly figures", "decides this", "note of that day"),
      })
      .map(({ name, spelling, rest }) => `The harbour ${spelling(name)} ${rest}.`),
    say: (resolution) => detect(findMissingSource, { resolution })[0]?.message ?? "",
    check(sentence) {
      expect(sentence).toBe("");
    },
  }),
  row({
    about: "calibration",
    given: points,
    say: (list) => [...describeCalibration(list), describeReliability(list)].join(" "),
    check(sentence, list) {
      const outside = outsideOf(list);
      expect(sentence.includes("Miscalibrated")).toBe(outside.length > 0);
      if (/every bin|all bins/i.test(sentence)) expect(outside).toEqual([]);
      for (const { bin } of outside) expect(sentence).toContain(nameBin(bin));
      if (outside.length > 0) expect(sentence).toContain(`${outside.length} of ${list.length} bin`);
    },
  }),
  row({
    about: "skill against the crowd",
    given: fc.record({ questions: count, value: fc.double({ min: -1, max: 1, noNaN: true }), interval }),
    say: ({ questions, ...brierSkill }) =>
      `${describeSkill({ questions, brierSkill }).verdict}. ${describeCompared(questions)}`,
    check(sentence, { questions, interval: { low, high } }) {
      const isJudged = questions >= 100;
      expect(sentence.includes("Too few questions")).toBe(!isJudged);
      expect(sentence.includes("are needed for a verdict")).toBe(!isJudged && questions > 0);
      expect(sentence.includes("Not distinguishable")).toBe(isJudged && low <= 0 && high >= 0);
    },
  }),
  row({
    about: "the difference of two models",
    given: fc.record({ questions: count, interval: fc.option(interval) }),
    say: ({ questions, interval: range }) => judgeDifference(questions, range, "release", "candidate"),
    check(sentence, { questions, interval: range }) {
      const isJudged = questions >= 100 && range !== null;
      expect(sentence.startsWith("Too few")).toBe(!isJudged);
      // A lower log score is better.
      expect(sentence.startsWith("The candidate")).toBe(isJudged && range.high < 0);
      expect(sentence.startsWith("The release")).toBe(isJudged && range.low > 0);
    },
  }),
  row({
    about: "the best and the worst group",
    given: fc.array(fc.record({ value: fc.uuid(), score: share }), { minLength: 1 }),
    say: (groups) =>
      describeRange(
        groups.map(({ value, score }) => ({ value, brier: { value: score }, log: { value: score } })),
        "brier",
        ({ value }) => value,
      ),
    check(sentence, groups) {
      const scores = groups.map(({ score }) => score);
      expect(sentence.startsWith("Only one group")).toBe(groups.length === 1);
      for (const end of [Math.min(...scores), Math.max(...scores)]) expect(sentence).toContain(`(${formatScore(end)})`);
    },
  }),
  row({
    about: "the score over time",
    given: fc.array(
      share.map((value, index = 0) => ({ value: `20${20 + index}`, brier: { value } })),
      { minLength: 1, maxLength: 5 },
    ),
    say: describePeriods,
    check(sentence, periods) {
      expect(sentence.startsWith("All questions")).toBe(periods.length === 1);
      const ends = [periods[0], periods.at(-1)];
      if (periods.length > 1) for (const end of ends) expect(sentence).toContain(formatScore(end?.brier.value ?? 0));
    },
  }),
  row({
    about: "equal verdicts",
    given: fc.oneof(
      fc.record({ submissions: fc.integer({ min: 1, max: 9_999 }), binding: share, quality: share }),
      fc.constant({ submissions: 0, binding: null, quality: null }),
    ),
    say: describeEqual,
    check(sentence, { submissions, binding, quality }) {
      if (binding === null || quality === null) expect(sentence).toMatch(/^No decided submission/);
      else
        for (const part of [formatPercent(binding), formatPercent(quality), formatCount(submissions)])
          expect(sentence).toContain(part);
    },
  }),
  row({
    about: "the progress of an evaluation",
    given: fc.record({
      status: fc.constantFrom(...EVALUATION_STATUSES),
      release: fc.constantFrom("r1", "r2"),
      served: fc.constantFrom("r1", "r2"),
      refused: count,
    }),
    say: describeProgress,
    check(sentence, { status, release, served, refused }) {
      const isEnded = ["finished", "stopped", "rejected"].includes(status);
      expect(sentence.includes("serves")).toBe(!isEnded && release !== served);
      if (status === "running") expect(sentence.startsWith("The model forecasts")).toBe(release === served);
      expect(sentence.includes("refused.")).toBe(refused > 0 || status === "finished");
    },
  }),
  row({
    about: "the sample of a file",
    given: fc.integer({ min: 1, max: 20_000 }),
    say: describeSample,
    check(sentence, cases) {
      expect(sentence.includes("all cases of the file")).toBe(sampleSize(cases) === cases);
    },
  }),
  row({
    about: "a verified event",
    given: fc.oneof(
      fc.record({
        kind: fc.constant("prediction.answered"),
        at: instant,
        probabilities: fc.array(share),
        choice: fc.nat(),
      }),
      fc.dictionary(fc.constantFrom("kind", "at", "probabilities", "choice"), fc.jsonValue()),
    ) as unknown as fc.Arbitrary<Record<string, string>>,
    say: describeEvent,
    check(sentence, event) {
      // An event of another log may have any members, and only a forecast is called one.
      if (sentence.startsWith("A forecast")) expect(event.kind).toBe("prediction.answered");
      if (typeof event.at === "string") expect(sentence).toContain(formatInstant(event.at));
    },
  }),
];

describe("a sentence that is derived from data is true", () => {
  it.each(SENTENCES)("of $about", ({ given, say, check }) => {
    fc.assert(fc.property(given, (value) => check(say(value), value)));
  });
});

/** Sentences with limits or settings, which hold for all data. */
const CONSTANT =
  /_[A-Z]+\}|\{(?:untrainedFrom|email|error\.message)\}|CANDIDATE_SHARE|APPROVAL_MAX_DAYS|Murphy|by \$\{date\}/;

it("no component builds a sentence from data: it calls a function of the table above", () => {
  const folders = "audit evaluations outcomes review scores settings sign-in submissions track-record verify".split(
    " ",
  );
  const files = folders.flatMap((folder) =>
    readdirSync(`components/${folder}`)
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => `components/${folder}/${name}`),
  );
  const built = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/`[^`\n]*\$\{[^`\n]*\.`/g)]
      .filter(([sentence]) => !CONSTANT.test(sentence))
      .map(([sentence]) => `${file}: ${sentence}`),
  );
  expect(built).toEqual([]);
});
