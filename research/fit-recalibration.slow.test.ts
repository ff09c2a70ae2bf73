import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { calibrationSchema } from "#server/models/recalibrate.ts";
import { sendJson, startFaultyModel, TIMING } from "#test/faulty-model.ts";
import { jsonl, lineOf, withFile } from "#test/resolved-cases.ts";
import { makeFolder } from "#test/run-process.ts";

const script = fileURLToPath(new URL("./fit.ts", import.meta.url));
const VERSION = `r13-c@${"a".repeat(40)}`;

describe("node research/fit.ts --recalibration", () => {
  let folder = "";
  beforeAll(() => {
    folder = makeFolder();
  });

  /**
   * Fits a recalibration to a model server that always forecasts 0.6 for an event that occurs in `share` of the cases.
   */
  async function fitOn(name: string, share: number) {
    const server = await startFaultyModel();
    server.behave((response) =>
      sendJson(response, { model_version: VERSION, probabilities: { yes: 0.6, no: 0.4 }, timing: TIMING }),
    );
    const lines = Array.from({ length: 100 }, (_, index) =>
      lineOf(`q${index}`, [], index < share * 100 ? "yes" : "no"),
    );
    const path = join(folder, `${name}.json`);
    const env = { ...process.env, MODEL_ADAPTER: "http", MODEL_URL: server.url };
    const run = await withFile(jsonl(lines), (file) => {
      const args = [script, "--recalibration", path, "--out", join(folder, name), file];
      return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
        execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : error.code, stdout, stderr });
        });
      });
    });
    await server.leave();
    return { ...run, path };
  }

  it("writes a recalibration that improves the score, with the digest of its data", async () => {
    const { code, stdout, stderr, path } = await fitOn("timid", 0.9);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`MODEL_CALIBRATION_FILE=${path}`);
    const calibration = calibrationSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    expect(calibration).toMatchObject({
      model_version: VERSION,
      exponents: { two_options: expect.any(Number), more_options: 1 },
      fitted: { data_sha256: expect.stringMatching(/^[a-f0-9]{64}$/), two_options: { cases: 100, earned: true } },
    });
    expect(calibration.exponents.two_options).toBeGreaterThan(1.5);
  });

  it("writes nothing if no recalibration improves the score", async () => {
    const { code, stdout, path } = await fitOn("calibrated", 0.6);
    expect(code).toBe(0);
    expect(stdout).toContain("No recalibration is significantly better. Nothing was written.");
    expect(existsSync(path)).toBe(false);
  });
});
