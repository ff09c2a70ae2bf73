import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Asked, runEvaluation } from "#lib/evaluation/run-evaluation.ts";
import type { Subject } from "#lib/scores/evaluation.ts";
import { applyProxies } from "#server/base/apply-proxies.ts";
import { readConfig } from "#server/config/read-config.ts";
import { createModel } from "#server/models/create-model.ts";
import { progress } from "../scripts/progress.ts";
import { createAsk } from "./ask-model.ts";
import type { LoadedCases } from "./load-cases.ts";
import { openStore } from "./open-store.ts";

/** The only release that the gateway serves. */
const RELEASE = "service-r13-c";

export interface EvaluatedModel {
  readonly subject: Subject;
  readonly answers: readonly Asked[];
  /** Folder with answers.jsonl, the model's stored answers. */
  readonly folder: string;
}

interface Options {
  /** Defaults to a folder in `evaluations/` named after the model and the data. */
  readonly folder: string | undefined;
  /** Concurrent requests to the model; defaults to MODEL_CONCURRENCY. */
  readonly parallel: number | undefined;
  readonly signal: AbortSignal;
  /** Whether to apply MODEL_CALIBRATION_FILE to the model's answers. */
  readonly recalibrated: boolean;
}

/** Requests a forecast for each case from the model configured in the environment. Stores the answers in a folder. */
export async function evaluateModel(
  { cases, files, digest }: LoadedCases,
  { folder: named, parallel, signal, recalibrated }: Options,
): Promise<EvaluatedModel> {
  const settings = readConfig();
  await applyProxies(settings);
  const config = recalibrated ? settings.model : { ...settings.model, calibrationFile: undefined };
  const adapter = await createModel(config, RELEASE, () => new Date());
  const { version, server } = adapter.status();
  // A model server reports its version only in its answers, so its address identifies it here.
  const address = config.adapter === "pool" ? "" : config.url;
  const identity = version ?? createHash("sha1").update(address).digest("hex");
  const short = identity.slice(identity.indexOf("@") + 1).slice(0, 8);
  const folder = named ?? join("evaluations", `${config.adapter}-${short}-${digest.slice(0, 8)}`);
  const store = await openStore(join(folder, "answers.jsonl"), { model: identity, data: digest });
  const answers = await runEvaluation({
    cases,
    ask: createAsk(adapter, config.deadlineMs),
    store,
    parallel: parallel ?? config.concurrency,
    signal,
    pause: (seconds, aborted) => sleep(seconds * 1000, undefined, { signal: aborted }),
    step: progress("Forecasting", cases.length),
  });
  return {
    subject: { adapter: config.adapter, server: server ?? null, dataDigest: digest, files },
    answers,
    folder,
  };
}
