import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorBody, PredictionResponse } from "#lib/contract/response.ts";
import { readConfig } from "#server/config/read-config.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { drawBars } from "./draw-bars.ts";

/** `npm run predict -- FILE.json`: sends the request in FILE to the local gateway and prints the forecast as bars. */

const [file] = process.argv.slice(2);
if (file === undefined) fail("Usage: npm run predict -- examples/binary.json", 2);

const config = readConfig();
const url = config.consoleUrl;
const key = config.gatewayApiKey ?? readFirstRun(config.dataDir)?.api_key;
if (key === undefined) {
  fail(
    `No API key found. Start the gateway first (npm start), or set GATEWAY_API_KEY. Searched: ${join(config.dataDir, "first-run.json")}.`,
  );
}

let body: string;
try {
  body = readFileSync(file, "utf8");
} catch {
  fail(`Cannot read ${file}.`);
}

const startedAt = performance.now();
const response = await fetch(`${url}/v1/predict`, {
  method: "POST",
  headers: { authorization: `Bearer ${key}` },
  body,
  // A redirect could send the API key to another host.
  redirect: "manual",
}).catch(() => fail(`No gateway is running at ${url}. Start it with npm start.`));
const milliseconds = performance.now() - startedAt;

if (response.status >= 300 && response.status < 400) {
  const location = response.headers.get("location");
  fail(`${url} redirects to ${location} (status ${response.status}). Set CONSOLE_URL to the gateway's URL.`);
} else if (response.ok) {
  const answer: PredictionResponse = await response.json();
  console.log(drawBars(answer, milliseconds, process.stdout.columns ?? 80));
} else {
  const { error }: ErrorBody = await response.json();
  console.error(`${response.status} ${error.code}: ${error.message}`);
  for (const issue of error.issues) console.error(`  ${issue.code} ${issue.path}: ${issue.message}`);
  process.exitCode = 1;
}

function fail(message: string, code = 1): never {
  console.error(message);
  process.exit(code);
}
