import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { makeFolder, runNode } from "#test/run-process.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { printPythonTypes } from "../../clients/generate-types.ts";

const folder = makeFolder();
const client = join(folder, "client.ts");

/** Returns client code that sends the example, then a request with an observation of an undocumented kind. */
const source = (example: string) => `
import type { components, paths } from "./api.ts";

type Schemas = components["schemas"];
type Responses = paths["/v1/predict"]["post"]["responses"];
const { BASE_URL = "", KEY = "" } = process.env;

const described: Schemas["Observation_forecast"] = { kind: "forecast", source: "A market", probabilities: { yes: 1 } };
const observations: Schemas["PredictionRequest"]["input"]["context"] = [
  { type: "text", text: "A report.", observed_at: "2026-01-01T00:00:00Z" },
  { type: "structured", data: described, observed_at: "2026-01-01T00:00:00Z" },
  { type: "structured", data: { of: ["its", { own: null }], count: 1 }, observed_at: "2026-01-01T00:00:00Z" },
];
const request: Schemas["PredictionRequest"] = ${example};

async function call(body: Schemas["PredictionRequest"]): Promise<string> {
  const response = await fetch(\`\${BASE_URL}/v1/predict\`, {
    method: "POST",
    headers: { Authorization: \`Bearer \${KEY}\` },
    body: JSON.stringify(body),
  });
  if (response.status === 200) {
    const { mode, result }: Responses[200]["content"]["application/json"] = await response.json();
    const probabilities: number[] = Object.values(result.probabilities);
    const confidence: null = result.confidence;
    return \`\${mode} \${confidence} \${probabilities.length}\`;
  }
  const { error }: Responses[422]["content"]["application/json"] = await response.json();
  const code: Schemas["Error"]["error"]["code"] = error.code;
  return code;
}

console.log(await call(request));
console.log(await call({ ...request, input: { ...request.input, context: observations } }));
`;

const { server, api_key: KEY } = await startSeeded();
const document = await (await fetch(`${server.url}/openapi.json`)).text();
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
writeFileSync(join(folder, "api.ts"), run("test/open-api/generate-types.mjs"));
writeFileSync(client, source(readFileSync("examples/binary.json", "utf8")));

/** Runs a script with /openapi.json on stdin and returns its output. */
function run(script: string): string {
  return execFileSync(process.execPath, [script], { input: document, encoding: "utf8" });
}

it("/openapi.json passes Redocly's rules without a warning", () => {
  expect(JSON.parse(run("test/open-api/lint-redocly.mjs"))).toEqual([]);
});

it("a client generated from /openapi.json compiles, sends any structured observation, and parses answers and errors", async () => {
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "esnext",
    "--module",
    "nodenext",
    "--types",
    "node",
  ];
  const compiler = runNode(["node_modules/typescript/bin/tsc", ...options, "--allowImportingTsExtensions", client]);
  expect({ ...(await compiler.exit), output: compiler.output() }).toMatchObject({ code: 0, output: "" });
  const caller = runNode([client], { BASE_URL: server.url, KEY });
  await caller.exit;
  expect(caller.output().trim().split("\n")).toEqual(["research null 2", "TASK_NOT_SUPPORTED"]);
});

it("the types of both clients match /openapi.json (run `node clients/generate-types.ts`)", () => {
  expect(readFileSync("clients/typescript/api.ts", "utf8")).toBe(run("test/open-api/generate-types.mjs"));
  const { schemas } = JSON.parse(document).components;
  expect(readFileSync("clients/python/forecasting_gateway_client/api.py", "utf8")).toBe(printPythonTypes(schemas));
});
