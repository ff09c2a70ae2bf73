import { describe, expect, it } from "vitest";
import { responseSchema } from "#lib/contract/response.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { readExample } from "#test/start-gateway.ts";

const gateway = await sharedGateway();

describe("POST /v1/predict with a reviewed task and input", () => {
  it.each(["binary", "counts", "history", "measurement", "multiclass"] as const)(
    "answers the %s example with a body of the contract",
    async (name) => {
      const request = readExample(name);
      const { status, headers, body } = await gateway.post(JSON.stringify(request));
      expect(status).toBe(200);
      expect(responseSchema.parse(body)).toEqual(body);
      expect(body.task).toEqual(request.task);
      expect(headers.get("x-request-id")).toBe(body.request_id);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("server-timing")).toContain("inference;dur=");
      expect(headers.get("ratelimit-policy")).toBe('"requests";q=1000000;w=60');
      expect(headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
    },
  );
});
