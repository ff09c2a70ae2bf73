import { describe, expect, it } from "vitest";
import { listen } from "#test/listen.ts";
import { startGateway } from "#test/start-gateway.ts";
import { serveHealth } from "./serve-health.ts";

let loaded = false;

const gateway = await startGateway({}, (whole) => ({
  ...whole,
  model: { ...whole.model, readiness: async () => (loaded ? "ready" : "loading") },
}));
const server = await listen((request, response) => {
  serveHealth(gateway.gateway, request, response, request.url);
});

describe("/health/ready", () => {
  it("sends Retry-After only while the gateway is not ready", async () => {
    const notReady = await fetch(`${server.origin}/health/ready`);
    expect(notReady.status).toBe(503);
    expect(await notReady.json()).toMatchObject({ ready: false, model: "loading" });
    expect(notReady.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    loaded = true;
    const ready = await fetch(`${server.origin}/health/ready`);
    expect(ready.status).toBe(200);
    expect(ready.headers.has("retry-after")).toBe(false);
  });
});
