import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { describe, expect, it, vi } from "vitest";
import { fetchCheckpoint } from "#server/audit/witness/ask-witness.ts";
import { applyProxies } from "#server/base/apply-proxies.ts";
import { readConfig } from "#server/config/read-config.ts";
import { findProvider } from "#server/console/auth/open-id.ts";
import { findAddressError, postWebhook } from "#server/console/webhooks/post-webhook.ts";
import { warnOfReadingProxy } from "#server/gateway/open-gateway.ts";
import { keepConnections } from "#server/models/connections.ts";
import { postOnce } from "#server/models/post-once.ts";
import { exportTo } from "#server/observe/collector.ts";
import { catchLog } from "#test/catch-log.ts";
import { TRUSTED, trustAuthority, UNTRUSTED } from "#test/certificates.ts";
import { cleanUp } from "#test/clean-up.ts";
import { type ProxyBehaviour, startEgressProxy } from "#test/egress-proxy.ts";
import { startFakeWitness } from "#test/fake-witness.ts";
import { listen, readText } from "#test/listen.ts";
import { startGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

trustAuthority();

const never = new AbortController().signal;
const NOTHING = { headers: {}, signal: never };

const witness = await startFakeWitness();
const PROXY = "http://user:password@127.0.0.1:9";

const idle = await startGateway();

/** Each connection makes a request and returns a truthy value for an answer, or rejects or returns a falsy value. */
const CONNECTIONS: Readonly<Record<string, (origin: string) => Promise<unknown>>> = {
  model: (origin) => postOnce({ ...NOTHING, url: new URL(`${origin}/a?b`), method: "POST", body: "{}" }),
  "pooled model": (origin) => {
    const url = new URL(origin);
    return postOnce({ ...NOTHING, url, method: "GET", connections: keepConnections(url) });
  },
  OpenID: async (origin) => {
    const oidc = { issuer: origin, clientId: "gateway", clientSecret: "secret" };
    return findProvider({ ...idle.gateway, config: { ...idle.gateway.config, oidc } });
  },
  OTLP: (origin) =>
    new Promise((resolve) => {
      const exporter = new OTLPTraceExporter(exportTo(origin));
      exporter.export([], ({ code }) => resolve(code === 0));
    }),
  witness: (monitoringUrl) => fetchCheckpoint({ key: witness.key, url: monitoringUrl, monitoringUrl }, "log"),
  webhook: async (url) => "status" in (await postWebhook({ ...NOTHING, url, body: "{}", allowPrivate: true })),
};

const NAMES = Object.keys(CONNECTIONS);
const connect = (name: string, origin: string) => CONNECTIONS[name]?.(origin);

/** Starts a server that answers every connection, and counts its requests. */
async function startTarget(scheme: string) {
  let requests = 0;
  const { origin } = await listen(
    async (request, response) => {
      requests++;
      await readText(request);
      const urls = { token_endpoint: `${origin}/token`, jwks_uri: `${origin}/keys` };
      const metadata = { issuer: origin, authorization_endpoint: `${origin}/authorize`, ...urls };
      response.end(JSON.stringify(metadata));
    },
    scheme === "https" ? TRUSTED : undefined,
  );
  return { origin, requests: () => requests };
}

/** Starts a proxy for all connections of this process, until the test ends. */
async function startProxy(...given: Parameters<typeof startEgressProxy>) {
  const proxy = await startEgressProxy(...given);
  // Only the password of the test of wrong passwords is "right".
  const address = proxy.url.replace("right", "wrong");
  await setUpProxies({ httpProxy: address, httpsProxy: address, noProxy: [], webhookProxy: true });
  return proxy;
}

async function setUpProxies(settings: Parameters<typeof applyProxies>[0]) {
  const before = getGlobalDispatcher();
  cleanUp(async () => {
    await applyProxies(undefined);
    setGlobalDispatcher(before);
  });
  await applyProxies(settings);
}

const cases = (...behaviours: readonly ProxyBehaviour[]) =>
  NAMES.flatMap((name) => behaviours.map((behaviour) => ({ name, behaviour })));

/** Returns whether the connection got an answer; for a model, the error. */
const attempt = (name: string, origin: string) =>
  Promise.resolve(connect(name, origin)).catch((error: unknown) => error);
const OFFLINE = expect.objectContaining({ code: "MODEL_OFFLINE", declined: true });
const failureOf = (name: string) =>
  name.endsWith("model") ? OFFLINE : expect.toSatisfy((end: unknown) => !end || end instanceof Error);

describe.each(["http", "https"])("a connection to an %s target uses the proxy", (scheme) => {
  it.each(
    NAMES.flatMap((name) => [
      { name, credentials: undefined },
      { name, credentials: "user:p@ss: word" },
    ]),
  )("$name, credentials $credentials", async ({ name, credentials }) => {
    const target = await startTarget(scheme);
    const proxy = await startProxy("forward", credentials);
    expect(await connect(name, target.origin)).toBeTruthy();
    expect(target.requests()).toBeGreaterThan(0);
    const { host } = new URL(target.origin);
    const expected = scheme === "https" ? `CONNECT ${host}` : `${target.origin}/`;
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(proxy.seen.filter((line) => !line.includes(expected))).toEqual([]);
  });
});

describe("a connection through a proxy that refuses", () => {
  it.each(cases(407, 502, 503, "reset"))("$name, $behaviour: fails before the target is reached", async (one) => {
    const target = await startTarget("https");
    const proxy = await startProxy(one.behaviour);
    expect(await attempt(one.name, target.origin)).toEqual(failureOf(one.name));
    expect(proxy.seen.length).toBeGreaterThan(0);
    expect(target.requests()).toBe(0);
    await until("the connection to the proxy is closed", () => proxy.openConnections() === 0);
  });
});

describe("a connection through a silent proxy", () => {
  it.each(cases("silent", "mute"))("$name, $behaviour: ends after its timeout", async ({ name, behaviour }) => {
    const proxy = await startProxy(behaviour);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    let hasEnded = false;
    const ended = attempt(name, "https://127.0.0.1:8443").finally(() => {
      hasEnded = true;
    });
    await until("the proxy is asked", () => proxy.seen.length > 0);
    await until("the attempt ends", async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return hasEnded;
    });
    expect(await ended).toEqual(failureOf(name));
    await until("the connection to the proxy is closed", () => proxy.openConnections() === 0);
  });
});

it("every connection bypasses the proxy for hosts in NO_PROXY", async () => {
  const target = await startTarget("https");
  const proxy = await startProxy("forward");
  await setUpProxies({ httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: ["127.0.0.1"], webhookProxy: true });
  for (const name of NAMES) expect(await connect(name, target.origin)).toBeTruthy();
  expect(proxy.seen).toEqual([]);
});

it.each(NAMES)("the proxy cannot impersonate the target of a %s connection", async (name) => {
  const { origin } = await listen((_, response) => response.end("{}"), UNTRUSTED);
  await startProxy("forward");
  expect(await attempt(name, origin)).toEqual(failureOf(name));
});

it("a wrong password of the proxy is refused before the target is reached", async () => {
  const target = await startTarget("https");
  await startProxy("forward", "user:right");
  for (const name of NAMES) expect(await attempt(name, target.origin)).toEqual(failureOf(name));
  expect(target.requests()).toBe(0);
});

it("a webhook is direct by default; through the proxy, private names and literal addresses are refused here", async () => {
  const target = await startTarget("http");
  const proxy = await startProxy("forward");
  const post = (url: string, allowPrivate: boolean) => postWebhook({ ...NOTHING, url, body: "{}", allowPrivate });
  const refused = ["localhost", "10.0.0.1", "[::1]", "intranet", "a.localhost", "vault.internal.", "db.home.arpa"];
  for (const host of refused) expect(await post(`https://${host}/`, false)).toEqual({ error: "address" });
  expect(proxy.seen).toEqual([]);
  expect(await findAddressError("https://unknown.example/", false)).toBeUndefined();
  await setUpProxies({ httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: [], webhookProxy: false });
  expect(await post(target.origin, true)).toMatchObject({ status: 200 });
  expect(proxy.seen).toEqual([]);
});

it.each([
  { url: "http://model.example", warned: true },
  { url: "HTTPS://model.example", warned: false },
  { url: "http://localhost:8000", warned: false },
])("a gateway warns at startup that the proxy can read the requests of $url: $warned", async ({ url, warned }) => {
  const log = catchLog();
  const model = { MODEL_ADAPTER: "http", MODEL_URL: url, CANDIDATE_MODEL_ADAPTER: "http", CANDIDATE_MODEL_URL: url };
  const config = readConfig({ ...model, HTTP_PROXY: PROXY, HTTPS_PROXY: PROXY });
  await setUpProxies(config);
  warnOfReadingProxy(log.change({ ...idle.gateway, config }));
  expect([log.text().includes("MODEL_URL is http"), log.text().includes("CANDIDATE_MODEL_URL")]).toEqual([
    warned,
    warned,
  ]);
  expect(log.text()).not.toContain("password");
});
