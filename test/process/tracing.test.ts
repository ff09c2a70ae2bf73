import { describe, expect, it } from "vitest";
import { startBalancer, withoutNginx } from "#test/balancer.ts";
import { catchLog } from "#test/catch-log.ts";
import { freePort } from "#test/free-port.ts";
import { listen, readText } from "#test/listen.ts";
import { makeFolder, run, startMain } from "#test/run-process.ts";
import { readExample, send, startGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const example = readExample("binary");
const body = JSON.stringify(example);

const log = catchLog();
const spans: ExportedSpan[] = [];
let exported = "";
/** The `traceparent` header of each request that reached the model server. */
const carried: unknown[] = [];
const collector = await listen(async (request, response) => {
  const text = (await readText(request)) ?? "";
  exported += text;
  const { resourceSpans = [] } = JSON.parse(text);
  for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
  response.end("{}");
});
const PORT = String(await freePort());
const model = run(process.execPath, ["examples/model-server/node/server.mjs"], { PORT, LOAD_MS: "0" });
await model.printed("The model is loaded.");
// A proxy in front of the model server that stores the traceparent headers.
const wire = await listen(async (request, response) => {
  const { url = "", method = "", headers } = request;
  if (method === "POST") carried.push(headers.traceparent);
  const sent = await readText(request);
  const body = method === "POST" ? (sent ?? "") : null;
  const answer = await fetch(`http://127.0.0.1:${PORT}${url}`, { method, body });
  response.writeHead(answer.status).end(await answer.text());
});
const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, MODEL_ADAPTER: "http", MODEL_URL: wire.origin };
const gateway = await startGateway(environment, log.change);

const spansOf = (traceId: string) =>
  until("the spans are exported", () => {
    const own = spans.filter((span) => span.traceId === traceId);
    return own.length === 2 ? own : undefined;
  });

function expectOneTrace(own: readonly ExportedSpan[], parentSpanId: string | undefined): void {
  const [request, call] = ["POST /v1/predict", "model"].map((name) => own.find((span) => span.name === name));
  expect(request?.parentSpanId).toBe(parentSpanId);
  expect(call?.parentSpanId).toBe(request?.spanId);
  expect(carried.at(-1)).toBe(`00-${call?.traceId}-${call?.spanId}-01`);
}

describe("a trace", () => {
  it.skipIf(withoutNginx !== undefined)(
    "has the same id in the caller's header, nginx, the gateway, the model server and the log",
    async () => {
      const { port } = new URL(gateway.url);
      const balancer = await startBalancer([Number(port), Number(port)]);
      const headers = { authorization: `Bearer ${gateway.key}`, traceparent: `00-${TRACE}-${PARENT}-01` };
      const { status, body: answer } = await send(`${balancer.url}/v1/predict`, body, headers);
      expect(status).toBe(200);
      const own = await spansOf(TRACE);
      expectOneTrace(own, PARENT);
      expect(log.text()).toContain(`"trace":"${TRACE}"`);
      const attributes = own.flatMap((span) => span.attributes);
      expect(attributes).toContainEqual({ key: "gateway.request_id", value: { stringValue: answer.request_id } });
      expect(attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
    },
  );

  it("starts at the gateway if the caller's traceparent header is malformed", async () => {
    const { status } = await gateway.post(body, { traceparent: "00-nonsense" });
    expect(status).toBe(200);
    const own = await spansOf(String(carried.at(-1)).slice(3, 35));
    expectOneTrace(own, undefined);
  });

  it("contains no request content and no API key", async () => {
    await spansOf(String(carried.at(-1)).slice(3, 35));
    expect(exported).not.toContain(example.task.instructions.slice(0, 20));
    expect(exported).not.toContain(gateway.key);
    for (const option of Object.values(example.task.criteria)) expect(exported).not.toContain(option);
  });
});

it("a refusing collector is logged once", async () => {
  let received = "";
  const refusing = await listen(async (request, response) => {
    received += await readText(request);
    response.writeHead(404).end();
  });
  const server = await startMain(makeFolder(), {
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.origin, OTEL_SERVICE_NAME: "renamed", LOG_LEVEL: "info" },
  });
  for (let count = 0; count < 3; count++) await send(`${server.url}/v1/predict`, body, {});
  await until("traces are refused", () => server.output().includes("does not accept traces"));
  await server.end();
  expect(server.output().match(/does not accept traces/g)).toHaveLength(1);
  expect(received).toContain("renamed");
});

it("without a collector, a caller's trace is not propagated or logged", async () => {
  const quiet = catchLog();
  const untraced = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: wire.origin }, quiet.change);
  expect((await untraced.post(body, { traceparent: `00-${TRACE}-${PARENT}-01` })).status).toBe(200);
  expect(carried.at(-1)).toBeUndefined();
  expect(quiet.text()).not.toContain(TRACE);
});

it("requests succeed while the collector is unreachable", async () => {
  await collector.leave();
  expect((await gateway.post(body)).status).toBe(200);
});
