import { expect, it } from "vitest";
import { checkRequest } from "#lib/contract/check-request.ts";
import { DAY_MS, inventQuestion, type Question } from "./invented-question.ts";

const OPENS_AT = Date.parse("2026-07-01T00:00:00Z");
const questions = Array.from({ length: 400 }, (_, number) => inventQuestion(number, OPENS_AT));

it("invents the same question for the same arguments", () => {
  const [one, other] = [inventQuestion(7, OPENS_AT), inventQuestion(7, OPENS_AT)];
  const at = OPENS_AT + 20 * DAY_MS;
  expect(one.requestAt(at)).toEqual(other.requestAt(at));
  expect(one.outcome).toBe(other.outcome);
});

it("invents valid requests, with something to forecast from, from the first to the last day", () => {
  for (const { requestAt, resolvesAt, outcome, task } of questions) {
    for (const at of [OPENS_AT, resolvesAt - DAY_MS]) {
      const request = requestAt(at);
      expect(checkRequest(request).ok, JSON.stringify(request)).toBe(true);
      expect(request.input.context.some(({ type }) => type === "structured")).toBe(true);
    }
    expect(Object.keys(task.criteria)).toContain(outcome);
  }
});

it("draws outcomes that the sources foresee, some better than others, and all worse a month earlier", () => {
  const near = briersBySource((question) => question.resolvesAt - 3 * DAY_MS);
  const early = briersBySource((question) => question.resolvesAt - 25 * DAY_MS);
  const sources = ["Open Forecast Market", "Panel of four experts", "Survey of the Harbour Gazette"];
  const [market, panel, survey] = sources.map((source) => near.get(source) ?? Number.NaN);
  expect(market).toBeLessThan(panel ?? 0);
  expect(panel).toBeLessThan(survey ?? 0);
  for (const [source, brier] of near) expect(brier, source).toBeLessThan(early.get(source) ?? 0);
});

/** Returns the mean Brier score (0 to 2) of each source's latest forecast at a time. */
function briersBySource(timeOf: (question: Question) => number): Map<string, number> {
  const scores = new Map<string, number[]>();
  for (const question of questions) {
    const latest = new Map<string, Record<string, number>>();
    for (const observation of question.requestAt(timeOf(question)).input.context) {
      if (observation.type !== "structured" || observation.data.kind !== "forecast") continue;
      latest.set(String(observation.data.source), observation.data.probabilities as Record<string, number>);
    }
    for (const [source, probabilities] of latest) {
      const errors = Object.entries(probabilities).map(([id, p]) => (p - (id === question.outcome ? 1 : 0)) ** 2);
      scores.set(source, [...(scores.get(source) ?? []), errors.reduce((sum, error) => sum + error, 0)]);
    }
  }
  return new Map([...scores].map(([source, all]) => [source, all.reduce((sum, one) => sum + one, 0) / all.length]));
}
