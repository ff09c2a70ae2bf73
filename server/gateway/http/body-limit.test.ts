import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { answerJoin } from "#server/console/auth/answer-join.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { answerTrpc } from "#server/console/trpc/answer-trpc.ts";
import { anyAddress } from "#test/any-address.ts";
import { type ConsoleSession, signInAs } from "#test/console-session.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";

const KIB = 1_024;
const CHUNK = 4 * KIB;

type Handler = (gateway: ConsoleContext, request: Request) => Promise<Response>;

let gateway: TestGateway;
let researcher: ConsoleSession;

beforeAll(async () => {
  gateway = await startGateway();
  researcher = await signInAs(gateway, "researcher");
});
afterAll(() => gateway.stop());

interface Sent {
  readonly response: Response;
  /** Number of bytes that were read before the response. The rest of a refused body may be read afterwards. */
  readonly taken: number;
}

/** Sends a body that is generated as it is read; without `declared` it has no Content-Length. */
async function post(handler: Handler, path: string, bytes: number, declared?: number, cookie = ""): Promise<Sent> {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = Math.min(CHUNK, bytes - taken);
        if (size === 0) controller.close();
        else controller.enqueue(new Uint8Array(size).fill(0x20));
        taken += size;
      },
    },
    { highWaterMark: 0 },
  );
  const { origin } = new URL(gateway.gateway.config.consoleUrl);
  const headers = new Headers({ origin, cookie, "content-type": "application/json", "x-client-address": anyAddress() });
  if (declared !== undefined) headers.set("content-length", String(declared));
  const request = new Request(`${origin}${path}`, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  const response = await handler(gateway.gateway, request);
  return { response, taken };
}

async function expectTooLarge({ response }: Sent): Promise<void> {
  expect(response.status).toBe(413);
  const { error, request_id } = errorBodySchema.parse(await response.json());
  expect(error.code).toBe("REQUEST_TOO_LARGE");
  expect(response.headers.get("x-request-id")).toBe(request_id);
}

const ANONYMOUS: readonly [path: string, handler: Handler][] = [
  ["/api/auth/sign-in/email", answerAuth],
  ["/api/auth/sign-out", answerAuth],
  ["/api/join", answerJoin],
];

describe.each(ANONYMOUS)("a body sent to %s, without a session", (path, handler) => {
  it("is refused unread when its Content-Length exceeds 64 KiB", async () => {
    const sent = await post(handler, path, 20_000 * KIB, 64 * KIB + 1);
    expect(sent.taken).toBeLessThan(64 * KIB);
    await expectTooLarge(sent);
  });

  it("is not read beyond 64 KiB when it has no Content-Length", async () => {
    const sent = await post(handler, path, 20_000 * KIB);
    expect(sent.taken).toBeLessThan(128 * KIB);
    await expectTooLarge(sent);
  });

  it("is read when it has exactly 64 KiB", async () => {
    const { response } = await post(handler, path, 64 * KIB);
    expect(response.status).not.toBe(413);
  });
});

describe("a body sent to a procedure", () => {
  const path = "/api/trpc/submissions.validate";

  it("is not read without a session", async () => {
    const { response, taken } = await post(answerTrpc, path, 20_000 * KIB);
    expect(response.status).toBe(401);
    expect(taken).toBeLessThan(64 * KIB);
  });

  it("is refused unread when a member declares more than 1 MiB", async () => {
    const sent = await post(answerTrpc, path, 20_000 * KIB, 1_024 * KIB + 1, researcher.cookie);
    expect(sent.taken).toBeLessThan(64 * KIB);
    await expectTooLarge(sent);
  });

  it("is not read beyond 1 MiB when a member declares no length", async () => {
    const sent = await post(answerTrpc, path, 20_000 * KIB, undefined, researcher.cookie);
    expect(sent.taken).toBeLessThan(2_048 * KIB);
    await expectTooLarge(sent);
  });

  it("is read when it has exactly 1 MiB", async () => {
    const { response } = await post(answerTrpc, path, 1_024 * KIB, undefined, researcher.cookie);
    expect(response.status).not.toBe(413);
  });
});
