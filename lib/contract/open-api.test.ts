import { describe, expect, it } from "vitest";
import { openApiDocument } from "./open-api.ts";

const { paths, webhooks, components } = openApiDocument("https://gateway.example.org");
const operations = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([name, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => [`${method} ${name}`, Object.keys(responses)] as const),
);

describe("the OpenAPI description", () => {
  it.each(operations)("lists single statuses, and one outside 2xx, for %s", (_, statuses) => {
    for (const status of statuses) expect(status).toMatch(/^[1-5]\d\d$/);
    expect(statuses.some((status) => !status.startsWith("2"))).toBe(true);
  });

  it("describes every type of webhook message, with its schema", () => {
    expect(Object.keys(webhooks)).toEqual([
      ...["submission.decided", "outcome.confirmed", "submission.waiting", "submission.overdue", "outcome.due"],
      ...["audit.alarm", "test"],
    ]);
    for (const { post } of Object.values(webhooks)) {
      const { $ref } = post.requestBody.content["application/json"].schema;
      expect(components.schemas).toHaveProperty($ref.split("/").at(-1) ?? "");
    }
  });
});
