import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Dimension } from "#lib/domain/track-record.ts";
import { forecastScores } from "#server/db/outcome-schema.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { approval, confirmOutcome, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { answerScore } from "./answer-score.ts";
import { scoreQuestion } from "./score-question.ts";

let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { gateway, researcher, reviewer } = await signInRoles({}, { now });

const source = "The operator’s register";
const HOUR = 3_600_000;
/** Returns a request whose question resolves in an hour. */
const openRequest = () => newRequest(new Date(now().getTime() + HOUR).toISOString());

/** Returns a time that is later than every event so far. */
async function nextMoment(): Promise<string> {
  await nextMillisecond();
  return now().toISOString();
}

/** Sets the clock past the resolution dates. */
async function passResolutionDates(): Promise<void> {
  ahead += 2 * HOUR;
}

async function forecast(request: PredictionRequest) {
  const { taskId } = await submitAndApprove(researcher, reviewer, request);
  const { request_id: requestId, result } = await researcher.call.forecasts.run(request);
  return { taskId, requestId, probabilities: result.probabilities };
}

/** Records and confirms an outcome. If the question already has an outcome, corrects it. */
async function happen(taskId: string, option: string | null, moment?: string): Promise<void> {
  const happenedAt = moment ?? (await nextMoment());
  const { unconfirmed, confirmed } = await researcher.call.outcomes.get({ taskId });
  const corrects = (unconfirmed ?? confirmed)?.outcomeId;
  await confirmOutcome(researcher, reviewer, { taskId, option, source, happenedAt, corrects });
}

const scoreOf = (requestId: string) => researcher.call.outcomes.scoreOf({ requestId });
const record = () => researcher.call.outcomes.scores();

describe("a forecast", () => {
  it("is scored against the confirmed outcome once the outcome is confirmed", async () => {
    const { taskId, requestId, probabilities } = await forecast(openRequest());
    expect(await scoreOf(requestId)).toMatchObject({ scored: false, reason: "no_outcome" });
    const entry = { taskId, option: "yes", source, happenedAt: await nextMoment() };
    const { outcomeId } = await researcher.call.outcomes.record(entry);
    expect(await scoreOf(requestId)).toMatchObject({ scored: false, reason: "unconfirmed" });
    await reviewer.call.outcomes.confirm({ outcomeId });
    const { yes = 0, no = 0 } = probabilities;
    const score = await scoreOf(requestId);
    expect(score).toMatchObject({ scored: true, option: "yes", probability: yes });
    expect(score.scored && score.brier).toBeCloseTo((1 - yes) ** 2 + no ** 2, 12);
    expect(score.scored && score.log).toBeCloseTo(-Math.log(yes), 12);
  });

  it("is scored even if it is made while earlier forecasts are being scored", async () => {
    const request = openRequest();
    const { taskId } = await forecast(request);
    const context = { orm: gateway.gateway.database.orm, model: gateway.gateway.model };
    const outcome = { taskId, option: "yes", happenedAt: new Date(now().getTime() + 60_000) };
    const earlier = await scoreQuestion(context, outcome);
    expect(earlier).toMatchObject({ before: 1, scores: [expect.anything()] });
    await researcher.call.forecasts.run(request);
    const whole = await scoreQuestion(context, outcome);
    expect(whole.before).toBe(2);
    expect(await scoreQuestion(context, outcome, earlier)).toEqual(whole);
    expect(await scoreQuestion(context, outcome, whole)).toEqual(whole);
  });

  it("has the findings that its submission shows, also about data that the release ignores", async () => {
    const { input, ...rest } = openRequest();
    const data = { kind: "counts", reference_class: "Openings", counts: { yes: 0, no: 0 } };
    const empty = { type: "structured" as const, data, observed_at: input.as_of };
    const request = { ...rest, input: { ...input, context: [...input.context, empty] } };
    const { findings } = await researcher.call.submissions.validate(request);
    const shown = new Set(findings.map(({ id }) => id));
    expect(shown).toContain("unusable-structured-data");
    const { taskId } = await forecast(request);
    await happen(taskId, "yes");
    const { orm } = gateway.gateway.database;
    const [score] = await orm.select().from(forecastScores).where(eq(forecastScores.taskId, taskId));
    expect(score?.findings).toEqual([...shown].sort());
  });

  it("is not scored, for a stated reason, if it was made after the outcome was decided", async () => {
    const { late: known } = (await record()).notScored;
    const request = openRequest();
    const { taskId, requestId } = await forecast(request);
    const happenedAt = await nextMoment();
    const { request_id: late } = await researcher.call.forecasts.run(request);
    await happen(taskId, "yes", happenedAt);
    expect(await scoreOf(requestId)).toMatchObject({ scored: true });
    const message = expect.stringContaining("already decided");
    expect(await scoreOf(late)).toMatchObject({ scored: false, reason: "late", message });
    expect((await record()).notScored.late).toBe(known + 1);
  });

  it("is not scored, for a stated reason, if the question is void", async () => {
    const { voidQuestions, voidForecasts } = (await record()).notScored;
    const { taskId, requestId } = await forecast(openRequest());
    await happen(taskId, null);
    expect(await scoreOf(requestId)).toMatchObject({ scored: false, reason: "void" });
    expect((await record()).notScored).toMatchObject({
      voidQuestions: voidQuestions + 1,
      voidForecasts: voidForecasts + 1,
    });
  });

  it("is rescored when a correction is confirmed, and gets its old score again when the correction is reversed", async () => {
    const { taskId, requestId } = await forecast(openRequest());
    const happenedAt = await nextMoment();
    await happen(taskId, "yes", happenedAt);
    await passResolutionDates();
    const figures = async () => ({ ...(await record()), asOf: undefined });
    const [first, whole] = [await scoreOf(requestId), await figures()];
    const { confirmed } = await researcher.call.outcomes.get({ taskId });
    const correction = { taskId, option: "no", source, happenedAt, corrects: confirmed?.outcomeId };
    const { outcomeId } = await researcher.call.outcomes.record(correction);
    expect(await scoreOf(requestId)).toEqual(first);
    await reviewer.call.outcomes.confirm({ outcomeId });
    expect(await scoreOf(requestId)).toMatchObject({ option: "no" });
    expect((await record()).part?.log.value).not.toBeCloseTo(whole.part?.log.value ?? 0, 6);
    await happen(taskId, "yes", happenedAt);
    expect(await scoreOf(requestId)).toEqual(first);
    expect(await figures()).toEqual(whole);
  });
});

describe("a question that is decided early", () => {
  it("counts from its resolution date, and is shown separately before", async () => {
    await passResolutionDates();
    const before = await record();
    const request = openRequest();
    const { taskId, requestId } = await forecast(request);
    await happen(taskId, "yes");
    const early = await record();
    expect(early.part).toEqual(before.part);
    expect(early.parts.filter(({ dimension }) => dimension !== "early")).toEqual(before.parts);
    expect(early.parts.find(({ dimension }) => dimension === "early")).toMatchObject({ forecasts: 1, questions: 1 });
    const counted = { requestId, countsFrom: request.task.resolution.resolves_at };
    expect(await scoreOf(requestId)).toMatchObject({ scored: true, ...counted });
    expect(await researcher.call.outcomes.scored({ by: "early" })).toMatchObject([counted]);
    expect((await researcher.call.outcomes.scored({ limit: 1 }))[0]?.requestId).not.toBe(requestId);
    await passResolutionDates();
    const after = await record();
    expect(after.part?.questions).toBe((before.part?.questions ?? 0) + 1);
    expect(after.parts.filter(({ dimension }) => dimension === "early")).toEqual([]);
    expect(await researcher.call.outcomes.scored({ by: "early" })).toEqual([]);
    expect((await researcher.call.outcomes.scored({ limit: 1 }))[0]?.requestId).toBe(requestId);
  });

  it("is counted when the record is read after the resolution date, and the record states its time", async () => {
    const { taskId } = await forecast(openRequest());
    await happen(taskId, "yes");
    const { asOf, part } = await record();
    expect(asOf <= now().toISOString()).toBe(true);
    const early = await researcher.call.outcomes.scored({ by: "early", limit: 200 });
    ahead += 2 * HOUR;
    const later = await record();
    expect(later).toMatchObject({ isUpdating: false });
    expect(later.asOf > (early[0]?.countsFrom ?? "")).toBe(true);
    expect(later.part?.forecasts).toBe((part?.forecasts ?? 0) + early.length);
  });

  it("has the horizon from the information cutoff to the resolution date", async () => {
    const { taskId } = await forecast(newRequest("2999-01-01T00:00:00Z"));
    await happen(taskId, "yes");
    const { rows } = await gateway.gateway.database.pool.query(
      "select horizon from forecast_scores where task_id = $1",
      [taskId],
    );
    expect(rows).toEqual([{ horizon: "365 days and more" }]);
  });
});

describe("the track record", () => {
  it("groups the scores by version, horizon, options, origin, findings, review and reviewer", async () => {
    const request = openRequest();
    const first = await researcher.call.submissions.submit({ request });
    await reviewer.call.reviews.decide({ ...approval(first), quality: "changes", note: "Another source." });
    const observation = { type: "text" as const, text: "Another source.", observed_at: request.input.as_of };
    const revised = { ...request, input: { ...request.input, context: [...request.input.context, observation] } };
    const second = await researcher.call.submissions.submit({ request: revised, supersedes: first.submissionId });
    await reviewer.call.reviews.decide(approval(second));
    const { model_version: version } = await researcher.call.forecasts.run(revised);
    await happen(second.taskId, "yes");
    await passResolutionDates();
    const { parts } = await record();
    const values = (dimension: string) =>
      parts.filter((part) => part.dimension === dimension).map(({ value }) => value);
    expect(values("version")).toEqual([version]);
    expect(values("options")).toEqual(["2"]);
    expect(values("origin")).toEqual(["console"]);
    expect(values("review")).toContain("after changes were requested");
    expect(parts.find(({ dimension }) => dimension === "reviewer")).toMatchObject({
      value: reviewer.memberId,
      label: "Reviewer",
    });
    const changed = await researcher.call.outcomes.scores({ by: "review", of: "after changes were requested" });
    expect(changed.part).toMatchObject({ forecasts: 1, questions: 1 });
    const [worst] = await researcher.call.outcomes.scored({ by: "review", of: "after changes were requested" });
    expect(worst?.taskId).toBe(second.taskId);
    for (const { dimension, value, forecasts } of parts) {
      const listed = await researcher.call.outcomes.scored({ by: dimension as Dimension, of: value, limit: 200 });
      expect([dimension, value, listed.length]).toEqual([dimension, value, forecasts]);
    }
  });

  it("shows the description of the option that happened", async () => {
    const request = openRequest();
    const criteria = { yes: "It runs.", no: "It does not run." };
    const { taskId, requestId } = await forecast({ ...request, task: { ...request.task, criteria } });
    await happen(taskId, "no");
    await passResolutionDates();
    const [newest] = await researcher.call.outcomes.scored({ limit: 1 });
    expect(newest).toMatchObject({ requestId, option: "no", label: "It does not run." });
  });

  it("lists the forecasts of a bin, and the worst forecast of each question", async () => {
    const { part } = await record();
    for (const { bin, forecasts } of part?.reliability ?? []) {
      const listed = await researcher.call.outcomes.scored({ bin, limit: 200 });
      expect(listed.length).toBeGreaterThan(0);
      expect(listed.length).toBeLessThanOrEqual(forecasts);
    }
    const all = await researcher.call.outcomes.scored({ limit: 200 });
    const worst = await researcher.call.outcomes.scored({ order: "worst", limit: 200 });
    const highest = [...Map.groupBy(all, ({ taskId }) => taskId).values()].map((own) =>
      Math.max(...own.map(({ log }) => log)),
    );
    expect(worst.map(({ log }) => log)).toEqual(highest.toSorted((a, b) => b - a));
  });

  it("contains the ranked probability score in the order of the question, which a reviewer can change", async () => {
    const request = openRequest();
    const criteria = { few: null, some: null, many: null };
    const counts = { kind: "counts", reference_class: "c", counts: { few: 6, some: 3, many: 1 } };
    const observation = { type: "structured" as const, data: counts, observed_at: request.input.as_of };
    const again = { type: "text" as const, text: "A second input.", observed_at: request.input.as_of };
    const requestIds: string[] = [];
    let taskId = "";
    // One submission declares the order, one lists another order, and one is not declared as ordered.
    for (const [options, ordered, context] of [
      [criteria, true, [observation]],
      [{ many: null, few: null, some: null }, true, [observation, again]],
      [criteria, false, [observation, again, again]],
    ] as const) {
      const asked = {
        ...request,
        task: { ...request.task, criteria: options },
        input: { ...request.input, context: [...context] },
      };
      const submission = await researcher.call.submissions.submit({ request: asked, ordered });
      await reviewer.call.reviews.decide(approval(submission));
      ({ taskId } = submission);
      requestIds.push((await researcher.call.forecasts.run(asked)).request_id);
    }
    await happen(taskId, "many");
    await passResolutionDates();
    const scored = async () => {
      const scores = await Promise.all(requestIds.map(scoreOf));
      const listed = (await researcher.call.outcomes.scored({ limit: 200 })).filter((one) => one.taskId === taskId);
      expect(listed.map(({ rps }) => rps)).toEqual(scores.toReversed().map((one) => one.scored && one.rps));
      return [...new Set(scores.map((one) => one.scored && one.rps))];
    };
    const {
      few = 0,
      some = 0,
      many = 0,
    } = (await researcher.call.forecasts.get({ requestId: requestIds[0] ?? "" })).response.result.probabilities;
    expect(await scored()).toEqual([expect.closeTo((few ** 2 + (few + some) ** 2) / 2, 12)]);
    expect((await record()).part?.ranked?.questions).toBe(1);
    await reviewer.call.questions.setOrder({ taskId, order: ["few", "many", "some"] });
    expect(await scored()).toEqual([expect.closeTo((few ** 2 + (few + many - 1) ** 2) / 2, 12)]);
    expect((await record()).part?.ranked?.value).toBeCloseTo((few ** 2 + (few + many - 1) ** 2) / 2, 12);
    await reviewer.call.questions.setOrder({ taskId, order: null });
    expect(await scored()).toEqual([null]);
    expect((await record()).part?.ranked).toBeNull();
  });
});

describe("GET /scores/{request_id}", () => {
  const get = (requestId: string, key = gateway.key) => {
    const request = new Request(`http://localhost:3000/scores/${requestId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return answerScore(gateway.gateway, request, { requestId });
  };

  it("returns the score of the caller's own forecast", async () => {
    const request = openRequest();
    const { taskId } = await submitAndApprove(researcher, reviewer, request);
    const { body } = await gateway.post(JSON.stringify(request));
    const requestId = String(body.request_id);
    expect(await (await get(requestId)).json()).toMatchObject({ scored: false, reason: "no_outcome" });
    await happen(taskId, "no");
    const response = await get(requestId.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit")).toMatch(/r=\d+/);
    expect(await response.json()).toMatchObject({
      request_id: requestId,
      task_id: taskId,
      scored: true,
      outcome: "no",
    });
  });

  it("answers 404 for another caller’s forecast and for an unknown id, 401 without a key", async () => {
    const { requestId } = await forecast(openRequest());
    expect((await get(requestId)).status).toBe(404);
    expect((await get("0198c9a0-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await get("nothing")).status).toBe(404);
    const stranger = await get(requestId, "no key");
    expect([stranger.status, stranger.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await stranger.json()).toMatchObject({
      error: { code: "UNAUTHORIZED" },
      request_id: stranger.headers.get("x-request-id"),
    });
  });
});
