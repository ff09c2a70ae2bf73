import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { createModel } from "#server/models/create-model.ts";
import { approvedInput } from "#test/approved-input.ts";
import { cleanUp } from "#test/clean-up.ts";
import { freePort } from "#test/free-port.ts";
import { type ProtocolServer, startProtocolServer } from "#test/protocol-server.ts";
import { readExample } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const PACKAGE = "@portkey-ai/gateway";

/**
 * Returns the path of Portkey's start script, in the folder PORTKEY_GATEWAY or in node_modules; undefined if Portkey is
 * not installed. Portkey is not a dependency of the project.
 */
function findPortkey(): string | undefined {
  const folder = process.env.PORTKEY_GATEWAY ?? folderOf(PACKAGE);
  const script = folder === undefined ? undefined : join(folder, "build", "start-server.js");
  return script !== undefined && existsSync(script) ? script : undefined;
}

function folderOf(name: string): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

const script = findPortkey();
const binary = readExample("binary");
const [yes = "", no = ""] = Object.values(binary.task.criteria).map(String);

describe.skipIf(script === undefined)(`${PACKAGE} (skipped unless installed; PORTKEY_GATEWAY sets its folder)`, () => {
  let upstream: ProtocolServer;
  let origin = "";

  beforeAll(async () => {
    upstream = await startProtocolServer({ belief: { [yes]: 0.7, [no]: 0.3 }, apiKey: "a-token" });
    const port = await freePort();
    const child = spawn(process.execPath, [script ?? "", `--port=${port}`, "--headless"], { stdio: "ignore" });
    cleanUp(() => child.kill());
    origin = `http://127.0.0.1:${port}`;
    await until("Portkey listens", () => fetch(origin).then(Boolean, () => undefined));
  });

  const modelWith = (headers: object) => {
    const { model } = readConfig({
      MODEL_ADAPTER: "openai",
      MODEL_URL: `${origin}/v1`,
      MODEL_NAME: "a-model",
      MODEL_TOKEN: "a-token",
      MODEL_TIMING: "observed",
      MODEL_HEADERS: JSON.stringify(headers),
    });
    return createModel(model, "service-r13-c", () => new Date());
  };

  it("forwards calls to the server in the header x-portkey-custom-host", async () => {
    const model = await modelWith({ "x-portkey-provider": "openai", "x-portkey-custom-host": upstream.url });
    const { probabilities } = await model.forecast(approvedInput(binary), new AbortController().signal, 30_000);
    expect(probabilities.yes).toBeCloseTo(0.7, 12);
    expect(upstream.calls).toHaveLength(5);
  });

  it("rejects calls without that header, which fails the forecast", async () => {
    const model = await modelWith({});
    await expect(model.forecast(approvedInput(binary), new AbortController().signal, 30_000)).rejects.toMatchObject({
      code: "INVALID_MODEL_RESPONSE",
      detail: expect.stringContaining("status 4"),
    });
  });
});
