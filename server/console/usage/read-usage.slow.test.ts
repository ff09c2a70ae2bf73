import { beforeEach, describe, expect, it } from "vitest";
import { candidateAnswered } from "#test/candidate-answered.ts";
import { vllmShape } from "#test/completions.ts";
import { approve, newCases, upload, withDescriptions } from "#test/evaluation.ts";
import { indifferent, MODEL, saying, startLanguageModel } from "#test/language-model.ts";
import { readAll } from "#test/make-events.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const DAY_MS = 86_400_000;
const binary = readExample("binary");

/** The usage of one forecast: two calls, each with the usage that test/completions.ts reports. */
const ONE = { input_tokens: 420, cached_input_tokens: 0, output_tokens: 48, reasoning_tokens: 0 };
const COST = (420 * 2 + 48 * 10) / 1e6;

let time = Date.now();

const model = await startLanguageModel();
const settings = {
  MODEL_ADAPTER: "llm",
  MODEL_URL: model.url,
  MODEL_NAME: MODEL,
  MODEL_SAMPLES: "2",
  MODEL_PRICE_INPUT: "2",
  MODEL_PRICE_OUTPUT: "10",
};
const candidate = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`CANDIDATE_${name}`, value]));
const roles = await signInRoles(
  { ...settings, ...candidate, CANDIDATE_MODEL_PRICE_CURRENCY: "EUR" },
  { now: () => new Date(time), repeat: () => () => {} },
);
beforeEach(async () => {
  model.behave(indifferent());
  await candidateAnswered(roles.gateway);
  await roles.gateway.gateway.database.pool.query("delete from token_usage");
});

const predict = () => roles.gateway.post(JSON.stringify(binary));

async function lastEvent(kind: string) {
  const events = (await readAll(roles.gateway)).map(({ body }) => JSON.parse(body.toString()));
  return events.findLast((event) => event.kind === kind);
}

async function recent() {
  const usage = await roles.researcher.call.system.usage();
  return Object.fromEntries(usage.map(({ payer, ...total }) => [payer, total]));
}

describe("the token usage of a language model", () => {
  it("is recorded with each forecast and shown on its page", async () => {
    const { status, body } = await predict();
    expect(status).toBe(200);
    const usage = { ...ONE, cost: { amount: COST, currency: "USD" } };
    expect(await lastEvent("prediction.answered")).toMatchObject({ usage });
    expect(body).not.toHaveProperty("usage");
    const requestId = String(body.request_id);
    expect(await roles.researcher.call.forecasts.get({ requestId })).toMatchObject({ usage });
  });

  it("is recorded with a forecast that failed after the answers were paid for", async () => {
    model.behave(saying({ content: "I cannot say." }));
    expect((await predict()).status).toBe(502);
    expect(await lastEvent("prediction.failed")).toMatchObject({ usage: ONE });
  });

  it("is unknown if the server does not report it", async () => {
    model.behave(indifferent((said) => ({ ...vllmShape(said), usage: null })));
    expect((await predict()).status).toBe(200);
    expect(await lastEvent("prediction.answered")).not.toHaveProperty("usage");
  });

  it("is added up per API key, member, candidate and evaluation, each event once", async () => {
    for (let call = 0; call < 3; call++) await predict();
    await roles.researcher.call.forecasts.run(binary);
    await candidateAnswered(roles.gateway);
    const evaluationId = await upload(roles.gateway, roles.researcher, newCases(10).map(withDescriptions));
    await approve(roles.reviewer, evaluationId);
    await roles.researcher.call.evaluations.act({ evaluationId, action: "start" });
    await until("the evaluation has ended", async () => {
      return (await roles.researcher.call.evaluations.get({ evaluationId })).status === "finished";
    });
    const usage = await recent();
    expect(usage).toMatchObject({
      credential: { requests: 3, input_tokens: 3 * 420, output_tokens: 3 * 48, currency: "USD" },
      member: { requests: 1, input_tokens: 420 },
      candidate: { requests: 4, output_tokens: 4 * 48, currency: "EUR" },
      evaluation: { requests: 10 },
    });
    expect(usage.credential?.cost).toBeCloseTo(3 * COST, 12);
    const [credential] = await roles.admin.call.credentials.usage();
    expect(credential).toMatchObject({ requests: 3 });
    const listed = await roles.admin.call.credentials.list();
    expect(listed.map(({ credentialId }) => credentialId)).toContain(credential?.credentialId);
    const { usage: ofEvaluation } = await roles.researcher.call.evaluations.get({ evaluationId });
    expect(ofEvaluation).toMatchObject([{ requests: 10, currency: "USD" }]);
  });

  it("of a test of the model, which an administrator starts, counts for the gateway", async () => {
    const before = (await roles.admin.call.system.status()).languageModel?.test?.at;
    time += 1_000;
    await roles.admin.call.system.testModel();
    await until("the test is counted", async () => (await recent()).gateway !== undefined);
    await until("the result is shown", async () => {
      const test = (await roles.researcher.call.system.status()).languageModel?.test;
      return test?.at !== before && test?.passed;
    });
  });

  it("covers the last 30 days", async () => {
    await predict();
    await candidateAnswered(roles.gateway);
    time += 29 * DAY_MS;
    expect((await recent()).credential).toMatchObject({ requests: 1 });
    time += DAY_MS;
    expect(await recent()).toEqual({});
  });

  it("is in the metrics", async () => {
    const read = async (sample: string) => {
      const text = await roles.gateway.gateway.metrics.text();
      return Number(
        text
          .split("\n")
          .find((line) => line.startsWith(sample))
          ?.slice(sample.length) ?? 0,
      );
    };
    const [TOKENS, SPENT] = [
      'gateway_model_tokens_total{purpose="prediction",kind="output"} ',
      'gateway_model_cost_total{purpose="prediction",currency="USD"} ',
    ];
    const before = [await read(TOKENS), await read(SPENT)];
    await predict();
    expect((await read(TOKENS)) - (before[0] ?? 0)).toBe(48);
    expect((await read(SPENT)) - (before[1] ?? 0)).toBeCloseTo(COST, 12);
  });
});
