import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { errorOf, expectRefused } from "#test/expect-refusal.ts";
import { freePort } from "#test/free-port.ts";
import { type RunningProcess, run } from "#test/run-process.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const SERVERS = [
  ["Python", "python3", "examples/model-server/python/server.py"],
  ["Node", process.execPath, "examples/model-server/node/server.mjs"],
] as const;

const example = readExample("binary");
const body = JSON.stringify(example);
const TEXT_ONLY = { ...example, input: { ...example.input, context: [] } };

describe.each(SERVERS)("the example model server in %s", (_, program, file) => {
  const missing = spawnSync(program, ["--version"]).status !== 0;
  let server: RunningProcess;
  let gateway: TestGateway;

  /** Starts the example server with its documented command, and a gateway that uses it as model server. */
  async function start(loadMs: number, token = "a-token"): Promise<void> {
    const port = String(await freePort());
    // The gateway starts first, so that it observes the loading phase of the model server.
    gateway = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: `http://127.0.0.1:${port}`, MODEL_TOKEN: token });
    server = run(program, [file], { PORT: port, MODEL_TOKEN: "a-token", LOAD_MS: String(loadMs) });
    await server.printed(" as r13-c@");
  }

  const loaded = () => until("the model is ready", async () => (await gateway.gateway.model.readiness()) === "ready");

  afterEach(async () => {
    if (missing) return;
    await server.end();
  });

  it.skipIf(missing)(
    "reports that it is loading, then forecasts from the context, and reports its version",
    async () => {
      await start(3_600_000);
      expectRefused(await gateway.post(body), { status: 503, code: "MODEL_NOT_READY" });
      await gateway.stop();
      await server.end();
      await start(50);
      await loaded();
      const replies = [await gateway.post(body), await gateway.post(body)];
      const version = createHash("sha1").update(readFileSync(file)).digest("hex");
      for (const { status, body: answer } of replies) {
        expect(status).toBe(200);
        expect(answer.model_version).toBe(`r13-c@${version}`);
        expect(Object(answer.result).probabilities.yes).toBeCloseTo(pooled("yes"), 12);
      }
      const [first, second] = replies.map(({ body: answer }) => Object(answer.timing));
      expect(first).toMatchObject({ cold_start: true });
      expect(first.load_ms).toBeGreaterThan(10);
      expect(second).toMatchObject({ cold_start: false, load_ms: 0 });
      expect(second.inference_ms).toBeGreaterThan(0);
    },
  );

  it.skipIf(missing)("serves concurrent requests one at a time, and reports how long each request waited", async () => {
    await start(0);
    await loaded();
    const request = readExample("counts");
    const replies = await Promise.all(Array.from({ length: 20 }, () => gateway.post(JSON.stringify(request))));
    for (const { status, body: answer } of replies) {
      expect(status).toBe(200);
      expect(Object.keys(Object(answer.result).probabilities).sort()).toEqual(
        Object.keys(request.task.criteria).sort(),
      );
    }
    const waits = replies.map(({ body: answer }) => Object(answer.timing).model_queue_ms);
    expect(Math.max(...waits)).toBeGreaterThan(0);
  });

  it.skipIf(missing)(
    "refuses unusable input and an invalid token; the gateway responds with INVALID_MODEL_RESPONSE to both",
    async () => {
      await start(0);
      await loaded();
      await approveAll(gateway.gateway, [TEXT_ONLY]);
      const reply = await gateway.post(JSON.stringify(TEXT_ONLY));
      expectRefused(reply, { status: 502, code: "INVALID_MODEL_RESPONSE" });
      expect(JSON.stringify(errorOf(reply.body))).not.toContain("needs");
      await gateway.stop();
      await server.end();
      await start(0, "another-token");
      await loaded();
      expectRefused(await gateway.post(body), { status: 502, code: "INVALID_MODEL_RESPONSE" });
    },
  );
});

/** Expected probability: the log-linear pool of the example's forecasts and counts, as a normalized geometric mean. */
function pooled(option: string): number {
  const options = Object.keys(example.task.criteria);
  const voices = example.input.context.flatMap((observation) => {
    const data = observation.type === "structured" ? Object(observation.data) : {};
    if (data.kind === "forecast") return [data.probabilities];
    if (data.kind !== "counts") return [];
    const total = options.reduce((sum, each) => sum + data.counts[each], 0) + options.length / 2;
    return [Object.fromEntries(options.map((each) => [each, (data.counts[each] + 0.5) / total]))];
  });
  const mean = (of: string) => voices.reduce((product, voice) => product * voice[of], 1) ** (1 / voices.length);
  return mean(option) / options.reduce((sum, each) => sum + mean(each), 0);
}
