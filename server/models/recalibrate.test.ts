import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { createPool } from "#server/models/pool/pool.ts";
import { approvedInput } from "#test/approved-input.ts";
import { answerRight, sendJson, startFaultyModel, TIMING } from "#test/faulty-model.ts";
import { makeFolder } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { createModel } from "./create-model.ts";
import { type Calibration, recalibrate } from "./recalibrate.ts";

const [binary, multiclass] = [readExample("binary"), readExample("multiclass")];
const signal = new AbortController().signal;
const pool = createPool({ release: "service-r13-c", now: () => 0 });
const calibration: Calibration = {
  method: "temperature",
  model_version: pool.status().version,
  exponents: { two_options: 1.5, more_options: 1 },
  floor: 0.0005,
  fitted: { cases: 300 },
};
const forecastOf = (model: Pick<typeof pool, "forecast">, request = binary) =>
  model.forecast(approvedInput(request), signal);
const logit = (p = 0) => Math.log(p / (1 - p));

describe("a recalibrated model", () => {
  const model = recalibrate(pool, calibration);
  const recalibrated = (request = binary) => model.forecast(approvedInput(request), signal, 1_000);

  it("multiplies the log odds and includes the original answer only in its trace", async () => {
    const before = await forecastOf(pool);
    const { probabilities, trace } = await recalibrated();
    expect(logit(probabilities.yes)).toBeCloseTo(1.5 * logit(before.probabilities.yes), 10);
    expect(trace).toEqual({
      ...Object(before.trace),
      recalibration: { exponent: 1.5, floor: 0.0005, before: [before.probabilities.no, before.probabilities.yes] },
    });
  });

  it("leaves answers bit-identical with the exponent 1", async () => {
    const before = await forecastOf(pool, multiclass);
    expect((await recalibrated(multiclass)).probabilities).toEqual(before.probabilities);
  });

  it("has its own version, which changes with every part of the calibration", async () => {
    const { version } = model.status();
    expect(version).toMatch(/^r13-c@[a-f0-9]{40}$/);
    for (const request of [binary, multiclass]) expect((await recalibrated(request)).modelVersion).toBe(version);
    for (const changed of [
      { exponents: { two_options: 1.5, more_options: 1.1 } },
      { floor: 0.001 },
      { fitted: { cases: 301 } },
    ]) {
      expect(recalibrate(pool, { ...calibration, ...changed }).status().version).not.toBe(version);
    }
  });
});

describe("MODEL_CALIBRATION_FILE", () => {
  let folder = "";
  beforeAll(() => {
    folder = makeFolder();
  });

  const modelWith = (content: unknown, environment: Record<string, string> = {}) => {
    const path = join(folder, "calibration.json");
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    const { model } = readConfig({ MODEL_CALIBRATION_FILE: path, ...environment });
    return createModel(model, "service-r13-c", () => new Date());
  };

  it("is not applied unless it is set", async () => {
    const plain = await createModel(readConfig({}).model, "service-r13-c", () => new Date());
    expect(plain.status().version).toBe(pool.status().version);
    expect((await modelWith(calibration)).status().version).not.toBe(pool.status().version);
  });

  it("is refused if it was fitted on another model version", async () => {
    const other = { ...calibration, model_version: `r13-c@${"b".repeat(40)}` };
    await expect(modelWith(other)).rejects.toThrow("MODEL_CALIBRATION_FILE was fitted on r13-c@bbbb");
  });

  it.each([
    "",
    "{",
    "{}",
    { ...calibration, exponents: { two_options: 0, more_options: 1 } },
    { ...calibration, more: 1 },
  ])("is refused if npm run fit did not write it: %j", async (content) => {
    await expect(modelWith(content)).rejects.toThrow("must be a file written by npm run fit");
  });

  it("applies to one version of a model server: answers of other versions are passed on unchanged, as the trace records", async () => {
    const server = await startFaultyModel();
    const environment = { MODEL_ADAPTER: "http", MODEL_URL: server.url };
    const ofServer = { ...calibration, model_version: `r13-c@${"a".repeat(40)}` };
    const model = await modelWith(ofServer, environment);
    const said = { yes: 0.2, no: 0.8 };
    server.behave((response) =>
      sendJson(response, { model_version: ofServer.model_version, probabilities: said, timing: TIMING }),
    );
    const first = await model.forecast(approvedInput(binary), signal, 1_000);
    expect(logit(first.probabilities.yes)).toBeCloseTo(1.5 * logit(0.2), 10);
    expect(first.trace).toEqual({ recalibration: { exponent: 1.5, floor: 0.0005, before: [0.8, 0.2] } });
    expect(model.status().version).toBe(first.modelVersion);

    const next = `r13-c@${"b".repeat(40)}`;
    server.behave((response) => sendJson(response, { model_version: next, probabilities: said, timing: TIMING }));
    const second = await model.forecast(approvedInput(binary), signal, 1_000);
    expect(second).toMatchObject({
      modelVersion: next,
      probabilities: said,
      trace: { recalibration: { fitted_on: ofServer.model_version } },
    });
    server.behave(answerRight);
  });
});
