import { expect, it } from "vitest";
import { freePort } from "#test/free-port.ts";
import { serveLiveness } from "./serve-liveness.ts";

const SECOND = 1_000_000_000n;

it.each([
  ["has just run", 0n, 200],
  ["ran 10 seconds ago", 10n * SECOND, 200],
  ["ran 31 seconds ago", 31n * SECOND, 503],
])("a probe of a process whose event loop %s gets its status", async (_, age, status) => {
  const healthPort = await freePort();
  await serveLiveness({ root: process.cwd(), host: "127.0.0.1", healthPort }, () => process.hrtime.bigint() - age);
  const response = await fetch(`http://127.0.0.1:${healthPort}/any`, { headers: { connection: "close" } });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ status: status === 200 ? "live" : "blocked" });
});

it("a port that is in use is an error", async () => {
  const healthPort = await freePort();
  const settings = { root: process.cwd(), host: "127.0.0.1", healthPort };
  await serveLiveness(settings);
  await expect(serveLiveness(settings)).rejects.toThrow("EADDRINUSE");
});
