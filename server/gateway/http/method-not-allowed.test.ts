import { describe, expect, it } from "vitest";
import { exchange } from "#test/raw-socket.ts";
import { sharedGateway } from "#test/shared-gateway.ts";

const gateway = await sharedGateway();

describe("another method on /v1/predict", () => {
  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"])(
    "is answered 405 with Allow: %s",
    async (method) => {
      const { status, headers, body } = await exchange(Number(new URL(gateway.url).port), [
        `${method} /v1/predict HTTP/1.1`,
        "Host: x",
        `Authorization: Bearer ${gateway.key}`,
      ]);
      expect(status).toBe(405);
      expect(headers.allow).toBe("POST");
      expect(headers["content-type"]).toBe("application/json");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      if (method === "HEAD") expect(body).toBe("");
      else expect(JSON.parse(body)).toMatchObject({ request_id: headers["x-request-id"], error: { issues: [] } });
    },
  );

  it("is refused before authentication and does not count against the rate limit", async () => {
    const response = await fetch(gateway.url, { method: "PUT", body: "{" });
    expect(response.status).toBe(405);
    expect(response.headers.get("ratelimit")).toBeNull();
    expect(response.headers.get("www-authenticate")).toBeNull();
  });
});
