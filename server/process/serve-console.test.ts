import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { type Listening, listen } from "#test/listen.ts";
import { openSocket } from "#test/raw-socket.ts";
import { until } from "#test/until.ts";
import { createConsole } from "./serve-console.ts";

const PAGES_AT_ONCE = 1;
const PAGES_WAITING = 256;
const OTHERS_AT_ONCE = 4;
const SESSION = "session=1";
const SESSION_PAGES_AT_ONCE = 2;
const SESSION_OTHERS_AT_ONCE = 12;
const SESSION_BODIES_MIB = 32;
const SIGN_IN = "/api/auth/sign-in/email";

let server: Listening;
let allowed: boolean;
let running: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly finish: () => void }[];
let most = 0;

beforeEach(async () => {
  // Fake timers, so that the maximum wait is not exceeded on a slow machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  running = [];
  most = 0;
  allowed = true;
  const serveConsole = createConsole({
    handle: (request, response) =>
      new Promise((resolve) => {
        const finish = () => {
          running = running.filter((each) => each !== entry);
          response.end("page");
          resolve();
        };
        const entry = { request, response, finish };
        running.push(entry);
        most = Math.max(most, running.length);
      }),
    hasSession: (cookies) => cookies === SESSION,
    countBody: async () => ({ allowed, limit: 60, remaining: 0, resetSeconds: 7 }),
    predictionsInFlight: () => 0,
    log: pino({ level: "silent" }),
  });
  server = await listen((request, response) => void serveConsole(request, response, request.url ?? ""));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.leave();
});

const open = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, init);

/** Ends the responses that Next is handling, one after another, until all are answered. */
async function finishAll(all: readonly Promise<Response>[]): Promise<Response[]> {
  let over = false;
  const answered = Promise.all(all).finally(() => {
    over = true;
  });
  await until("all are answered", () => {
    for (const { finish } of running) finish();
    return over || undefined;
  });
  return answered;
}

describe("requests that Next answers", () => {
  it("are limited to a few pages at a time; a bounded number waits, and further ones get 503 with Retry-After", async () => {
    const beyond = 40;
    const refused: Response[] = [];
    const all = Array.from({ length: PAGES_AT_ONCE + PAGES_WAITING + beyond }, async () => {
      const response = await open("/sign-in");
      if (response.status !== 200) refused.push(response);
      return response;
    });
    await until("those beyond the queue are refused", () => refused.length === beyond || undefined);
    expect(running).toHaveLength(PAGES_AT_ONCE);
    for (const response of refused.slice(0, 3)) {
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(errorBodySchema.parse(await response.json()).error.code).toBe("QUEUE_FULL");
    }
    expect((await finishAll(all)).filter(({ status }) => status === 200)).toHaveLength(PAGES_AT_ONCE + PAGES_WAITING);
    expect(most).toBe(PAGES_AT_ONCE);
  });

  it("for procedures and files do not wait for pages", async () => {
    const pages = Array.from({ length: 5 }, () => open("/sign-in"));
    await until("the slots for pages are taken", () => running.length === PAGES_AT_ONCE || undefined);
    const others = ["/api/trpc/submissions.validate", "/_next/static/a.js"].map((path) => open(path));
    await until("these run too", () => running.length === PAGES_AT_ONCE + 2 || undefined);
    await finishAll([...pages, ...others]);
  });

  it("release their slot while they stream", async () => {
    const streams = Array.from({ length: PAGES_AT_ONCE }, () => open("/stream"));
    await until("they run", () => running.length === PAGES_AT_ONCE || undefined);
    for (const { response } of running) response.write("first part");
    await Promise.all(streams);
    void open("/next").catch(() => {});
    await until("the next runs", () => running.length === PAGES_AT_ONCE + 1 || undefined);
  });
});

describe("slots", () => {
  const withSession = { headers: { cookie: SESSION } };

  it.each([
    ["/sign-in", PAGES_AT_ONCE, SESSION_PAGES_AT_ONCE],
    ["/api/trpc/submissions.validate", OTHERS_AT_ONCE, SESSION_OTHERS_AT_ONCE],
    ["/receipts/1", OTHERS_AT_ONCE, SESSION_OTHERS_AT_ONCE],
  ])("are separate for requests with and without a session: %s", async (path, atOnce, sessionsAtOnce) => {
    const others = Array.from({ length: atOnce + 3 }, () => open(path));
    await until("all without a session are taken", () => running.length === atOnce || undefined);
    const members = Array.from({ length: sessionsAtOnce + 3 }, () => open(path, withSession));
    await until("all of sessions are taken", () => running.length === atOnce + sessionsAtOnce || undefined);
    running.find(({ request }) => request.headers.cookie === undefined)?.finish();
    await until("the next without one runs", () => running.length === atOnce + sessionsAtOnce || undefined);
    expect(running.filter(({ request }) => request.headers.cookie === SESSION)).toHaveLength(sessionsAtOnce);
    await finishAll([...others, ...members]);
  });
});

describe("a body", () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    open(SIGN_IN, { method: "POST", body, headers, duplex: "half" } as RequestInit);

  it("takes no slot while it arrives", async () => {
    const port = Number(new URL(server.origin).port);
    const slow = await Promise.all(Array.from({ length: 3 * OTHERS_AT_ONCE }, () => openSocket(port)));
    for (const { socket } of slow) {
      socket.write(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\nx`);
    }
    await until("all are being read", () => slow.every(({ received }) => received() !== "") || undefined);
    expect(running).toHaveLength(0);
    const quick = open("/api/trpc/submissions.validate");
    await until("another request runs", () => running.length === 1 || undefined);
    await finishAll([quick]);
    for (const { socket } of slow) socket.destroy();
  });

  it("reaches Next unchanged, with Content-Length or in chunks", async () => {
    const body = "x".repeat(64 * 1_024);
    for (const sent of [body, new Blob([body]).stream()]) {
      const answered = post(sent, { "content-type": "text/plain" });
      const { request, finish } = await until("it runs", () => running[0]);
      expect([request.method, request.url, request.headers["content-type"]]).toEqual(["POST", SIGN_IN, "text/plain"]);
      expect(await text(request)).toBe(body);
      finish();
      expect((await answered).status).toBe(200);
    }
  });

  it("is refused with 503 while other bodies take too much memory, separately with and without a session", async () => {
    const port = Number(new URL(server.origin).port);
    const bodies = await Promise.all(Array.from({ length: SESSION_BODIES_MIB }, () => openSocket(port)));
    const head = `POST /api/trpc/x HTTP/1.1\r\nHost: x\r\nCookie: ${SESSION}\r\nExpect: 100-continue\r\n`;
    for (const { socket } of bodies) socket.write(`${head}Content-Length: ${1_024 * 1_024}\r\n\r\n`);
    await until("all are being read", () => bodies.every(({ received }) => received() !== "") || undefined);
    const refused = await post("{}", { cookie: SESSION });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    const other = post("{}");
    await until("one without a session runs", () => running.length === 1 || undefined);
    await finishAll([other]);
    for (const { socket } of bodies) socket.destroy();
    await until("the memory is free", async () => {
      const [again] = await finishAll([post("{}", { cookie: SESSION })]);
      return again?.status === 200 || undefined;
    });
  });

  it("is refused with 413 when it is too large, and never reaches Next", async () => {
    const refused = await post(new Blob(["x".repeat(64 * 1_024 + 1)]).stream());
    expect(refused.status).toBe(413);
    expect(errorBodySchema.parse(await refused.json()).error.code).toBe("REQUEST_TOO_LARGE");
    expect(running).toHaveLength(0);
  });

  it("is refused unread with 429 when its address has sent too many without a session", async () => {
    allowed = false;
    const refused = await post("{}");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
    errorBodySchema.parse(await refused.json());
    const member = post("{}", { cookie: SESSION });
    await until("a member's request runs", () => running.length === 1 || undefined);
    await finishAll([member]);
  });
});
