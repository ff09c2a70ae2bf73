import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { type Listening, listen } from "#test/listen.ts";
import { until } from "#test/until.ts";
import { createConsole } from "./serve-console.ts";

const PAGES_AT_ONCE = 2;
const PAGES_WAITING = 256;

let server: Listening;
let running: { readonly response: ServerResponse; readonly finish: () => void }[];
let most = 0;

beforeEach(async () => {
  // No request waits too long, however slow the machine is.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  running = [];
  most = 0;
  const serveConsole = createConsole({
    handle: (_, response) =>
      new Promise((resolve) => {
        const finish = () => {
          running = running.filter((each) => each !== entry);
          response.end("page");
          resolve();
        };
        const entry = { response, finish };
        running.push(entry);
        most = Math.max(most, running.length);
      }),
    predictionsInFlight: () => 0,
    log: pino({ level: "silent" }),
  });
  server = await listen((request, response) => void serveConsole(request, response, request.url ?? ""));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.leave();
});

const open = (path: string) => fetch(`${server.origin}${path}`);

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

describe("what Next answers", () => {
  it("is rendered a few pages at a time; so many wait, and the others get 503 with Retry-After", async () => {
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

  it("answers procedures and files while pages wait", async () => {
    const pages = Array.from({ length: 5 }, () => open("/sign-in"));
    await until("the slots for pages are taken", () => running.length === PAGES_AT_ONCE || undefined);
    const others = ["/api/trpc/submissions.validate", "/_next/static/a.js"].map(open);
    await until("these run too", () => running.length === PAGES_AT_ONCE + 2 || undefined);
    await finishAll([...pages, ...others]);
  });

  it("gives the slot of an answer that streams to the next", async () => {
    const streams = Array.from({ length: PAGES_AT_ONCE }, () => open("/stream"));
    await until("they run", () => running.length === PAGES_AT_ONCE || undefined);
    for (const { response } of running) response.write("first part");
    await Promise.all(streams);
    void open("/next").catch(() => {});
    await until("the next runs", () => running.length === PAGES_AT_ONCE + 1 || undefined);
  });
});
