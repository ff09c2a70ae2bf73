import { readFileSync } from "node:fs";
import type { Config } from "#server/config/read-config.ts";
import { createPool } from "#server/models/pool/pool.ts";
import type { createLlmModel } from "./llm/llm-model.ts";
import type { Model } from "./model.ts";
import { type Calibration, calibrationSchema, recalibrate } from "./recalibrate.ts";

/** Creates the configured model. Throws an Error that names the variable if a configured file is missing or invalid. */
export async function createModel(
  config: Config["model"],
  release: string,
  now: () => Date,
  reports: ModelReports = { onProblem() {}, onOwnUsage() {} },
): Promise<Model> {
  const model = { ...(await createAdapter(config, release, now, reports)), trainingCutoff: config.trainingCutoff };
  if (config.calibrationFile === undefined) return model;
  const calibration = readCalibration(config.calibrationFile);
  const { version } = model.status();
  // The other adapters learn the whole version from answers.
  if (config.adapter === "pool" && version !== calibration.model_version) {
    const mismatch = `was fitted on ${calibration.model_version}, but the model is ${version}: run npm run fit again`;
    throw new Error(`Invalid configuration:\n  MODEL_CALIBRATION_FILE ${mismatch}`);
  }
  return recalibrate(model, calibration);
}

export type ModelReports = Pick<Parameters<typeof createLlmModel>[0], "onProblem" | "onOwnUsage">;

async function createAdapter(
  config: Config["model"],
  release: string,
  now: () => Date,
  reports: ModelReports,
): Promise<Model> {
  const clock = () => performance.now();
  switch (config.adapter) {
    case "pool":
      return createPool({ release, now: clock });
    // These two adapters take 0.1 s to load, so they are imported only if configured.
    case "http": {
      const { createHttpModel } = await import("#server/models/http/http-model.ts");
      return createHttpModel({ release, url: config.url, token: config.token, now });
    }
    case "llm": {
      const { createLlmModel } = await import("#server/models/llm/llm-model.ts");
      const system = config.promptFile === undefined ? undefined : readPrompt(config.promptFile);
      return createLlmModel({ release, now, clock, system, ...config, ...reports });
    }
  }
}

const LONGEST_PROMPT = 65_536;

function readPrompt(path: string): string {
  const text = readSetFile("MODEL_PROMPT_FILE", path).trim();
  if (text === "" || text.length > LONGEST_PROMPT) {
    throw new Error(
      `Invalid configuration:\n  MODEL_PROMPT_FILE must contain text of at most ${LONGEST_PROMPT} characters`,
    );
  }
  return text;
}

function readCalibration(path: string): Calibration {
  const text = readSetFile("MODEL_CALIBRATION_FILE", path);
  try {
    return calibrationSchema.parse(JSON.parse(text));
  } catch {
    throw new Error("Invalid configuration:\n  MODEL_CALIBRATION_FILE must be a file written by npm run fit");
  }
}

function readSetFile(variable: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`Invalid configuration:\n  ${variable} cannot be read (${Object(error).code})`);
  }
}
