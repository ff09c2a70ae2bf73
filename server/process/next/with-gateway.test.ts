import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { sharedGateway } from "#server/process/create-gateway.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { withGateway } from "./with-gateway.ts";

const root = mkdtempSync(join(tmpdir(), "with-gateway-"));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

it("a route answers 503 and logs the reason while the gateway cannot start, and tries again on each request", {
  timeout: 300_000,
}, async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const dataDir = join(root, "data");
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("DATABASE_URL", "");
  writeFileSync(dataDir, "a file where the folder should be");

  const answer = withGateway(() => Response.json("called"));
  const ask = () => answer(new Request("http://localhost:3000/"), { params: Promise.resolve({}) });
  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ error: { code: "AUDIT_UNAVAILABLE" } });
  expect(printed.mock.calls.flat().join()).toContain(`The folder ${dataDir} of DATA_DIR cannot be used`);
  printed.mockClear();

  rmSync(dataDir);
  await copySeededFolder(dataDir);
  const answered = await ask();
  await (await sharedGateway()).close();
  expect(await answered.json()).toBe("called");
});
