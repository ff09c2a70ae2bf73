import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "#server/config/read-config.ts";
import { VARIABLES } from "#server/config/settings.ts";
import { parseProxies } from "#server/config/trusted-proxies.ts";
import { clientAddress } from "#server/console/http/client-address.ts";
import type { FirstRun } from "#server/process/seed-first-run.ts";
import { startBalancer, withoutNginx } from "#test/balancer.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { effort } from "#test/effort.ts";
import { listen } from "#test/listen.ts";
import { openFolder } from "#test/open-folder.ts";
import { withoutRedis } from "#test/redis-server.ts";
import { readExample } from "#test/start-gateway.ts";
import { firstRunOf } from "#test/start-seeded.ts";
import { startTopology, type Topology } from "#test/topology.ts";
import { until } from "#test/until.ts";

const WRITERS = 16;
const EACH = effort({ sample: 10, full: 500 });
const body = JSON.stringify(readExample("binary"));

describeUnless([withoutPostgres, withoutNginx, withoutRedis], "two gateways behind nginx", () => {
  let database: TestDatabase;
  let topology: Topology;
  let firstRun: FirstRun;
  let admin: ConsoleClient;
  let retries = 0;
  const answered = new Set<string>();
  /** Ports of the gateways that have answered. */
  const answering = new Set<string>();

  beforeAll(async () => {
    database = await createDatabase();
    // A long timeout, so that the gateways do not fall back to local rate limits on a slow machine.
    topology = await startTopology(database.url, { REDIS_TIMEOUT_MS: "60000" });
    firstRun = firstRunOf(topology.gateways[0]?.dataDir ?? "");
    admin = await signIn(topology.url, firstRun.accounts.admin);
  });
  /**
   * Sends a request, retries once with the same Idempotency-Key after a 5xx or network error, and returns the status.
   */
  async function predict(key = firstRun.api_key): Promise<number> {
    const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
    const send = () => fetch(`${topology.url}/v1/predict`, { method: "POST", headers, body });
    const first = await send().catch(() => undefined);
    const mustRetry = first === undefined || first.status >= 502;
    if (mustRetry) retries++;
    const response = mustRetry ? await send() : first;
    await response.text();
    answering.add(response.headers.get("x-upstream")?.split(":").at(-1) ?? "");
    if (response.status === 200) answered.add(response.headers.get("x-request-id") ?? "");
    return response.status;
  }

  async function expectOneWholeLog(): Promise<void> {
    expect(await admin.query("audit.verify")).toMatchObject({ ok: true, errors: [] });
    const opened = await openFolder("", database.url);
    const { rows } = await opened.pool.query(
      `select request_id::text as id, array_agg(kind order by seq) as kinds from events
       where kind in ('prediction.opened', 'prediction.answered') group by request_id`,
    );
    const { rows: ends } = await opened.pool.query("select max(seq)::int as last, count(*)::int as count from events");
    const kinds = new Map(rows.map(({ id, kinds: of }) => [id, of]));
    for (const id of answered) expect(kinds.get(id)).toEqual(["prediction.opened", "prediction.answered"]);
    expect(ends[0].last).toBe(ends[0].count);
  }

  it(`record the answers of ${WRITERS} clients with ${EACH} requests each in one chain without gaps`, async () => {
    const writers = Array.from({ length: WRITERS }, async () => {
      for (let count = 0; count < EACH; count++) expect(await predict()).toBe(200);
    });
    await Promise.all(writers);
    expect(answered.size).toBe(WRITERS * EACH);
    await expectOneWholeLog();
  });

  it("restart one after the other under load without a failed request if clients retry once", async () => {
    let stopped = false;
    const statuses: number[] = [];
    const clients = Array.from({ length: 4 }, async () => {
      while (!stopped) statuses.push(await predict());
    });
    for (const index of [0, 1]) {
      await topology.restart(index);
      answering.clear();
      const port = String(topology.gateways[index]?.port);
      await until(`nginx sends requests to the gateway on port ${port} again`, () => answering.has(port));
    }
    stopped = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expectOneWholeLog();
  });

  it("both refuse a revoked API key", async () => {
    const { key, credentialId } = Object(await admin.mutate("credentials.issue", { name: "to be revoked" }));
    expect(await predict(key)).toBe(200);
    await admin.mutate("credentials.revoke", { credentialId });
    for (const { url } of topology.gateways) {
      await until(`${url} refuses the revoked key`, async () => {
        const headers = { authorization: `Bearer ${key}` };
        return (await fetch(`${url}/v1/predict`, { method: "POST", headers, body })).status === 401;
      });
    }
  });

  it("share the rate limit of an API key", async () => {
    const { key } = Object(await admin.mutate("credentials.issue", { name: "limited", ratePerMinute: 5 }));
    const [begun, retriesBefore] = [performance.now(), retries];
    const statuses = await Promise.all(Array.from({ length: 20 }, () => predict(key)));
    // On a slow machine the requests may span several rate limit windows, and each retry counts as a request.
    const windows = 1 + Math.floor((performance.now() - begun) / 60_000);
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(5 - (retries - retriesBefore));
    expect(passed).toBeLessThanOrEqual(5 * windows);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - passed);
  });

  it("do not expose /metrics through nginx", async () => {
    expect((await fetch(`${topology.url}/metrics`)).status).toBe(404);
  });
});

describeUnless([withoutNginx], "nginx with the shipped configuration", () => {
  it("replaces X-Forwarded-For, so that callers cannot choose the address that sign-in limits apply to", async () => {
    const upstream = await listen((request, response) => void response.end(request.headers["x-forwarded-for"]));
    const port = Number(new URL(upstream.origin).port);
    const balancer = await startBalancer([port, port]);
    const headers = { "x-forwarded-for": "203.0.113.7, 10.0.0.7" };
    const forwarded = await (await fetch(balancer.url, { headers })).text();
    expect(forwarded).toBe("127.0.0.1");
    // The result is the same if the caller itself has a trusted address.
    expect(clientAddress("127.0.0.1", forwarded, parseProxies("127.0.0.0/8"))).toBe("127.0.0.1");
  });
});

describe("the deployment files", () => {
  it("trust only the load balancer to report a caller's address", () => {
    const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
    const balancer = services.balancer.networks.default.ipv4_address;
    for (const name of ["gateway-1", "gateway-2"]) {
      expect(services[name].environment.TRUSTED_PROXIES).toBe(balancer);
    }
    const kubernetes = readFileSync("deploy/kubernetes/gateway.yaml", "utf8");
    expect(kubernetes).not.toMatch(/TRUSTED_PROXIES, value: \S*\//);
  });

  it("give all gateways of a database the same key", () => {
    const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
    for (const name of ["gateway-1", "gateway-2"]) {
      expect(services[name].environment.LOG_KEY_FILE).toBe("/run/secrets/log_key");
      expect(services[name].secrets).toContain("log_key");
    }
    expect(readFileSync("deploy/kubernetes/gateway.yaml", "utf8")).toContain(
      "{ name: LOG_KEY_FILE, value: /secrets/log_key }",
    );
  });

  const SECRET_FILE = /_FILE$/;

  function expectKnown(names: readonly string[]): void {
    const unknown = names.filter(
      (name) => !VARIABLES.includes(name) && !VARIABLES.includes(name.replace(SECRET_FILE, "")),
    );
    expect(unknown).toEqual([]);
  }

  it("set only known environment variables, to valid values", () => {
    const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
    const gateways = [services["gateway-1"], services["gateway-2"]];
    const kinds = parseAllDocuments(readFileSync("deploy/kubernetes/gateway.yaml", "utf8")).map((one) => one.toJS());
    const [container] = kinds.find(({ kind }) => kind === "StatefulSet").spec.template.spec.containers;
    const ofPod = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]));
    for (const environment of [...gateways.map((gateway) => gateway.environment), ofPod]) {
      expectKnown(Object.keys(environment));
      const plain = Object.entries<string>(environment).filter(([name]) => !SECRET_FILE.test(name));
      expect(() => readConfig(Object.fromEntries(plain))).not.toThrow();
    }
  });
});
