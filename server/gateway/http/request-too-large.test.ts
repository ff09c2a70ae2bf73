import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { expectRefusal } from "#test/expect-refusal.ts";
import { exchange } from "#test/raw-socket.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { type Reply, readExample } from "#test/start-gateway.ts";

const EXPECTED = { status: 413, code: "REQUEST_TOO_LARGE" };
const LIMIT = 32_768;

const gateway = await sharedGateway();

/** The approved example padded with white space to this many bytes. */
function padded(bytes: number): string {
  return JSON.stringify(readExample("binary")).padEnd(bytes, " \n\t");
}

/** Streams the body in chunks, without Content-Length. */
async function postChunked(body: string, size: number): Promise<Reply> {
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
    body.slice(at * size, (at + 1) * size),
  );
  const response = await fetch(gateway.url, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.key}` },
    body: Readable.toWeb(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))),
    duplex: "half",
  } as RequestInit);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("a body of exactly 32 KiB", () => {
  it("is answered with Content-Length", async () => {
    const { status } = await gateway.post(padded(LIMIT));
    expect(status).toBe(200);
  });

  it.each([1_000, LIMIT])("is answered without Content-Length, in chunks of %i bytes", async (size) => {
    const { status } = await postChunked(padded(LIMIT), size);
    expect(status).toBe(200);
  });
});

describe("a body one byte larger", () => {
  it("is refused with Content-Length", async () => {
    await expectRefusal(gateway, await gateway.post(padded(LIMIT + 1)), EXPECTED);
  });

  it.each([1_000, LIMIT, LIMIT + 1])("is refused without Content-Length, in chunks of %i bytes", async (size) => {
    await expectRefusal(gateway, await postChunked(padded(LIMIT + 1), size), EXPECTED);
  });

  it("is refused even if it is not JSON or not UTF-8", async () => {
    await expectRefusal(gateway, await gateway.post("{".repeat(LIMIT + 1)), EXPECTED);
    await expectRefusal(gateway, await gateway.post(Buffer.alloc(LIMIT + 1, 0xff)), EXPECTED);
  });
});

describe("the body limit", () => {
  it("counts bytes, not characters", async () => {
    const text = `"${"😀".repeat(8_192)}"`;
    expect(text.length).toBeLessThan(LIMIT);
    await expectRefusal(gateway, await gateway.post(text), EXPECTED);
  });
});

describe("a declared length above the limit", () => {
  it.each(["32769", "99999999999", "9".repeat(17)])(
    "of %s bytes is refused without reading the body",
    async (length) => {
      const lines = [
        "POST /v1/predict HTTP/1.1",
        "Host: x",
        `Content-Length: ${length}`,
        `Authorization: Bearer ${gateway.key}`,
      ];
      const { status, headers, body } = await exchange(Number(new URL(gateway.url).port), lines);
      await expectRefusal(gateway, { status, headers: new Headers(headers), body: JSON.parse(body) }, EXPECTED);
    },
  );

  it("is refused with a response that a caller who is still sending can read", async () => {
    await expectRefusal(gateway, await gateway.post(padded(10 * LIMIT)), EXPECTED);
    await expectRefusal(gateway, await postChunked(padded(10 * LIMIT), 8_000), EXPECTED);
  });
});
