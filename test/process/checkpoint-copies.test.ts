import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { listen, readText } from "#test/listen.ts";
import { makeFolder, runScript } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

/** Objects in the S3 store, by path. */
const objects = new Map<string, string>();
const signatures: string[] = [];
let isDown = true;

// Imitates the part of an S3-compatible store that copies need.
const store = await listen(async (request, response) => {
  const text = await readText(request);
  signatures.push(request.headers.authorization ?? "");
  if (isDown) {
    response.writeHead(503).end();
    return;
  }
  const name = request.url?.split("?")[0] ?? "";
  if (request.method === "PUT") objects.set(name, text ?? "");
  response.setHeader("etag", '"1"').end(request.method === "GET" ? objects.get(name) : "");
});

const METRICS_TOKEN = "a-token-for-metrics";

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
}

it("checkpoints are copied to an S3 bucket once it is reachable, and the copies verify the audit log", async () => {
  const { server, dataDir, authorization } = await startSeeded({
    METRICS_TOKEN,
    CHECKPOINT_S3_URL: `${store.origin}/bucket/some/prefix`,
    AWS_ACCESS_KEY_ID: "an-id",
    AWS_SECRET_ACCESS_KEY: "a-secret-key",
  });
  await until("a copy has failed", () => server.output().includes("a checkpoint was not copied"));
  expect(await metricsOf(server.url)).toContain("\ngateway_checkpoint_copied_seq 0\n");
  const body = JSON.stringify(readExample("binary"));
  expect((await fetch(`${server.url}/v1/predict`, { method: "POST", headers: { authorization }, body })).status).toBe(
    200,
  );
  isDown = false;
  expect((await server.end()).code).toBe(0);
  expect(server.output()).not.toContain("a-secret-key");
  for (const signature of signatures) {
    expect(signature).toMatch(/^AWS4-HMAC-SHA256 Credential=an-id\/\d{8}\/us-east-1\/s3\/aws4_request, /);
  }

  const copies = makeFolder();
  for (const [name, text] of objects) {
    expect(name).toMatch(/^\/bucket\/some\/prefix\/[0-9a-f-]{36}\/\d{16}-[0-9a-f]{8}\.checkpoint$/);
    const file = join(copies, name.slice("/bucket/some/prefix/".length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(await runScript("verify", { DATA_DIR: dataDir, CHECKPOINT_DIR: copies })).toEqual({
    code: 0,
    output: expect.stringMatching(/The audit log verifies\.\n$/),
  });
});
