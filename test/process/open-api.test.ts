import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { SAMPLE_RESPONSE } from "#lib/contract/sample-response.ts";
import { identify } from "#server/base/digest.ts";
import { startSeeded } from "#test/start-seeded.ts";

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

interface Content {
  readonly schema: object;
  readonly examples: Record<string, { readonly summary: string; readonly value: unknown }>;
}

interface Operation {
  readonly requestBody?: { readonly content: Record<string, Content> };
  readonly responses: Record<string, { readonly description: string; readonly content: Record<string, Content> }>;
}

const { server, authorization } = await startSeeded();
const document: OpenApi = await (await fetch(`${server.url}/openapi.json`)).json();

function compile(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  // `components` is not a JSON Schema keyword, but contains the targets of references between schemas.
  ajv.addKeyword("components");
  ajv.addSchema({ $id: "openapi", components: { schemas: document.components.schemas } });
  return ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
}

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/v1/predict`, { method: "POST", body, headers: { authorization, ...headers } });
}

describe("/openapi.json", () => {
  it("is OpenAPI 3.1 with one operation that forecasts, describes every response, and resolves every reference", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers.map(({ url }) => new URL(url, server.url).href)).toEqual([`${server.url}/`]);
    const posts = Object.entries(document.paths).filter(([, path]) => "post" in path);
    expect(posts.map(([path]) => path)).toEqual(["/v1/predict"]);
    expect(Object.keys(document.paths["/v1/predict"] ?? {})).toEqual(["post"]);
    const responses = document.paths["/v1/predict"]?.post?.responses ?? {};
    const byHttp = [404, 405, 408, 431, 501, 505];
    const statuses = new Set([200, ...byHttp, ...Object.values(ERRORS).map(({ status }) => status)].map(String));
    expect(new Set(Object.keys(responses))).toEqual(statuses);
    for (const { description, content } of Object.values(responses)) {
      expect(description).not.toBe("");
      expect(content["application/json"]?.schema).toHaveProperty("$ref");
    }
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(10);
    for (const target of new Set(targets)) expect(valueAt(document, target), target).toBeTypeOf("object");
  });

  it("has examples of the request, the answer and every error code, and all examples match their schemas", () => {
    const { requestBody, responses } = document.paths["/v1/predict"]?.post ?? { responses: {} };
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
    const codes = new Set<unknown>();
    for (const { schema, examples } of contents) {
      const name = String(Reflect.get(schema, "$ref")).split("/").at(-1) ?? "";
      expect(Object.keys(examples)).not.toEqual([]);
      for (const { summary, value } of Object.values(examples)) {
        expect(summary).not.toBe("");
        expect(errorsOf(name, value)).toEqual([]);
        codes.add(/"code":"(\w+)"/.exec(JSON.stringify(value))?.[1]);
      }
    }
    codes.delete(undefined);
    expect(codes).toEqual(new Set(ERROR_CODES));
    expect(SAMPLE_RESPONSE).toMatchObject({
      task: SAMPLE_REQUEST.task,
      input_as_of: SAMPLE_REQUEST.input.as_of,
      input_id: identify(SAMPLE_REQUEST.input).id,
    });
  });

  it("allows any object in a structured observation", () => {
    const [request, odd] = [structuredClone(SAMPLE_REQUEST), { of: ["its", { own: null }], count: 1 }];
    const context = [{ type: "structured", data: odd, observed_at: request.input.as_of }];
    expect(errorsOf("PredictionRequest", { ...request, input: { ...request.input, context } })).toEqual([]);
    expect(JSON.stringify(document.components.schemas.PredictionRequest)).toContain('"additionalProperties":true');
  });

  it("has schemas that are valid JSON Schema 2020-12, and examples that match them", () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const validate = compile(name);
      const examples: unknown[] = "examples" in schema && Array.isArray(schema.examples) ? schema.examples : [];
      for (const example of examples)
        expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it.each(["binary", "counts", "history", "measurement", "multiclass"])(
    "describes the %s example and the gateway's answer to it",
    async (name) => {
      const text = readFileSync(`examples/${name}.json`, "utf8");
      const answer = await post(text);
      expect(answer.status).toBe(200);
      expect(errorsOf("PredictionRequest", JSON.parse(text))).toEqual([]);
      expect(errorsOf("PredictionResponse", await answer.json())).toEqual([]);
    },
  );

  it.each<[number, string, Record<string, string>]>([
    [401, "{}", { authorization: "" }],
    [413, " ".repeat(40_000), {}],
    [400, "{", {}],
    [422, "{}", {}],
    [422, readFileSync("examples/binary.json", "utf8").replace("Will the", "Shall the"), {}],
  ])("describes the gateway's refusal with status %i", async (status, body, headers) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(errorsOf("Error", await answer.json())).toEqual([]);
  });

  it("describes refusals at the HTTP level", async () => {
    for (const [path, method] of [
      ["/v1/predict", "GET"],
      ["/v1/other", "GET"],
    ] as const) {
      expect(errorsOf("Error", await (await fetch(server.url + path, { method })).json())).toEqual([]);
    }
  });
});

describe("the health endpoints", () => {
  it("/health/live reports that the process responds", async () => {
    const answer = await fetch(`${server.url}/health/live`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "live" }]);
  });

  it("/health/ready reports the deployment's capabilities and the durability of its audit log", async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    const ready = { ready: true, model: "ready", database: "ready", durability: "process", limits: "memory" };
    expect([answer.status, await answer.json()]).toEqual([200, ready]);
  });
});

function errorsOf(name: string, value: unknown): readonly unknown[] {
  const validate = compile(name);
  validate(value);
  return validate.errors ?? [];
}

/** Resolves a JSON Pointer such as `#/components/schemas/Error`. */
function valueAt(root: unknown, target: string): unknown {
  const names = target
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined), root);
}
