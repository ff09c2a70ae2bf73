import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { freePort } from "#test/free-port.ts";
import { makeFolder, run } from "#test/run-process.ts";
import { readExample, send } from "#test/start-gateway.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

const TOKEN = "metrics-token-of-a-test";
const NAME = /\b(?:gateway|nodejs|process)_[a-z0-9_]+\b/g;
const PROMETHEUS = "/usr/bin/prometheus";

const { server, api_key } = await startSeeded({ METRICS_TOKEN: TOKEN, CANDIDATE_MODEL_ADAPTER: "pool" });

function scrape(authorization = `Bearer ${TOKEN}`): Promise<Response> {
  return fetch(`${server.url}/metrics`, { headers: { authorization } });
}

/** Returns the value of a metric; `metric` includes the labels. Returns 0 if the metric is missing. */
function sampleOf(text: string, metric: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${metric} `));
  return line === undefined ? 0 : Number(line.slice(metric.length + 1));
}

function predictionsIn(text: string): Record<string, number> {
  const counted = text.matchAll(/^gateway_predictions_total\{code="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...counted].map(([, code = "", count]) => [code, Number(count)]));
}

/** Returns the metric names in a text, without the histogram suffixes _bucket, _sum and _count. */
function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(NAME)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, "")));
}

async function predict(body: string, key = api_key): Promise<number> {
  return (await send(`${server.url}/v1/predict`, body, { authorization: `Bearer ${key}` })).status;
}

describe("/metrics", () => {
  it("requires METRICS_TOKEN", async () => {
    for (const wrong of ["", "Bearer", `Bearer ${TOKEN}x`, TOKEN]) {
      const response = await scrape(wrong);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain("gateway_");
    }
    expect((await scrape(`bearer  ${TOKEN}`)).status).toBe(200);
    const response = await scrape();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  it("counts every response by code and measures the duration of each phase", async () => {
    const body = JSON.stringify(readExample("binary"));
    const before = predictionsIn(await (await scrape()).text());
    const sent = [
      ...Array.from({ length: 20 }, () => predict(body)),
      predict("{"),
      predict("{}"),
      predict(body, "wrong"),
      fetch(`${server.url}/v1/predict`).then(({ status }) => status),
    ];
    expect((await Promise.all(sent)).slice(20)).toEqual([400, 422, 401, 405]);
    const text = await (await scrape()).text();
    const after = predictionsIn(text);
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
    expect(sum(after) - sum(before)).toBe(sent.length);
    expect(after).toMatchObject({ OK: 20, INVALID_JSON: 1, UNAUTHORIZED: 1 });
    for (const leg of ["total", "gateway_queue", "model_queue", "load", "inference"]) {
      expect(sampleOf(text, `gateway_prediction_seconds_count{leg="${leg}"}`), leg).toBe(20);
    }
    expect(sampleOf(text, 'gateway_audit_write_seconds_count{result="written"}')).toBeGreaterThanOrEqual(40);
    expect(sampleOf(text, "gateway_audit_events")).toBeGreaterThanOrEqual(40);
    expect(sampleOf(text, "gateway_checkpoint_seq")).toBeGreaterThan(0);
  });

  it("includes every metric in the documentation, dashboard and alert rules, and all gateway metrics are documented", async () => {
    const present = namesIn(await (await scrape()).text());
    const documented = namesIn(readFileSync("docs/operations.md", "utf8"));
    for (const file of ["docs/operations.md", "deploy/grafana/gateway.json", "deploy/prometheus/alerts.yml"]) {
      expect(
        [...namesIn(readFileSync(file, "utf8"))].filter((name) => !present.has(name)),
        file,
      ).toEqual([]);
    }
    expect([...present].filter((name) => name.startsWith("gateway_") && !documented.has(name))).toEqual([]);
  });
});

it("Prometheus also discovers Kubernetes pods that are not ready, so that alerts can fire", () => {
  const kinds = parseAllDocuments(readFileSync("deploy/kubernetes/gateway.yaml", "utf8")).map((one) => one.toJS());
  const pods = kinds.find(({ kind, metadata }) => kind === "Service" && metadata.name === "gateway-pods");
  expect(pods.spec).toMatchObject({ clusterIP: "None", publishNotReadyAddresses: true });
});

describe.skipIf(!existsSync(PROMETHEUS))("Prometheus (skipped if it is not installed)", () => {
  it("accepts the alert rules, and the tests in alerts.test.yml pass", () => {
    for (const args of [
      ["check", "rules", "alerts.yml"],
      ["test", "rules", "alerts.test.yml"],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: "deploy/prometheus", encoding: "utf8" });
      expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
    }
  });

  it("scrapes the gateway", async () => {
    const folder = makeFolder();
    const port = await freePort();
    const config = join(folder, "prometheus.yml");
    const job = `{ job_name: gateway, authorization: { credentials: ${TOKEN} }, static_configs: [{ targets: ["127.0.0.1:${server.port}"] }] }`;
    writeFileSync(config, `global: { scrape_interval: 1s }\nscrape_configs: [${job}]\n`);
    run(PROMETHEUS, [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    const ask = async (query: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
      const { data } = await response.json();
      return data?.result?.[0]?.value?.[1];
    };
    await predict(JSON.stringify(readExample("binary")));
    const answered = predictionsIn(await (await scrape()).text());
    await until("Prometheus has scraped the gateway", async () => {
      const found = await ask('gateway_predictions_total{code="OK"}').catch(() => undefined);
      return found === String(answered.OK);
    });
    await until("a scrape has succeeded", async () => (await ask('up{job="gateway"}')) === "1");
  });
});
