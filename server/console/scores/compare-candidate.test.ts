import { expect, it } from "vitest";
import { candidateAnswered } from "#test/candidate-answered.ts";
import { startFaultyModel } from "#test/faulty-model.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { countDueScores } from "./count-due-scores.ts";
import { SCORE_TABLES } from "./export-scores.ts";

const HOUR = 3_600_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const model = await startFaultyModel();
const { gateway, researcher, reviewer } = await signInRoles(
  { CANDIDATE_MODEL_ADAPTER: "http", CANDIDATE_MODEL_URL: model.url, CANDIDATE_SHARE: "1" },
  { now },
);

const readRecord = () => researcher.call.outcomes.candidate();

async function listAnswers(): Promise<unknown[]> {
  const { events } = await researcher.call.audit.list({ kinds: ["candidate.answered"] });
  return events.map(({ event }) => Object(event).prediction_id);
}

it("no member sees the candidate's answer before the outcome is confirmed; then it is compared with the forecast", async () => {
  const asked = newRequest(new Date(now().getTime() + HOUR).toISOString());
  const { taskId, request } = await submitAndApprove(researcher, reviewer, asked);
  const forecasts = [await researcher.call.forecasts.run(request), await researcher.call.forecasts.run(request)];
  await candidateAnswered(gateway);
  const happenedAt = await nextMillisecond();
  const configured = { candidate: { adapter: "http", share: 1 } };
  expect(await listAnswers()).toEqual([]);
  expect(await readRecord()).toEqual({ ...configured, comparisons: [] });

  const entry = { taskId, option: "no", source: "The register.", happenedAt };
  const { outcomeId } = await researcher.call.outcomes.record(entry);
  expect(await listAnswers()).toEqual([]);
  await reviewer.call.outcomes.confirm({ outcomeId });
  expect((await listAnswers()).sort()).toEqual(forecasts.map(({ request_id }) => request_id).sort());
  // The question counts from its resolution date.
  expect((await readRecord()).comparisons).toEqual([]);
  ahead += 2 * HOUR;
  await countDueScores(gateway.gateway);

  const { no = 0, yes = 0 } = forecasts[0]?.result.probabilities ?? {};
  const { comparisons } = await readRecord();
  expect(comparisons).toMatchObject([
    {
      candidateVersion: `r13-c@${"a".repeat(40)}`,
      releaseVersion: forecasts[0]?.model_version,
      ...{ forecasts: 2, questions: 1 },
      log: { candidate: 0, interval: null, isSignificant: false },
      brier: { candidate: 0 },
    },
  ]);
  expect(comparisons[0]?.log.release).toBeCloseTo(-Math.log(no), 12);
  expect(comparisons[0]?.brier.difference).toBeCloseTo(-((1 - no) ** 2 + yes ** 2), 12);
  let csv = "";
  for await (const part of SCORE_TABLES.candidate(gateway.gateway)) csv += part;
  expect(csv.split(/\r?\n/)[1]).toContain(`${comparisons[0]?.releaseVersion},2,1,`);

  // The record of the release is the same as without a candidate.
  expect((await researcher.call.outcomes.scores()).part).toMatchObject({ forecasts: 2, questions: 1 });
});

it("the system status shows the candidate, whose readiness does not affect the gateway's", async () => {
  model.behave(
    () => {},
    (response) => void response.writeHead(503).end(),
  );
  ahead += HOUR;
  expect(await researcher.call.system.status()).toMatchObject({
    candidate: { readiness: "loading", adapter: "http", share: 1, load: { taken: 0, waiting: 0 } },
    readiness: { ready: true, model: "ready" },
  });
});
