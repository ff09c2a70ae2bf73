import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { createConsoleSlots } from "#server/console/console-slots.ts";
import { streamFile } from "#server/console/files/exports.ts";
import { createPacer } from "#server/limits/pacer.ts";
import type { Work } from "#server/limits/work.ts";
import { type Listening, listen } from "#test/listen.ts";
import { openSocket } from "#test/raw-socket.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { until } from "#test/until.ts";
import type { Route } from "./routes.ts";
import { createConsole } from "./serve-console.ts";

const { gateway } = await sharedGateway();

const VISITOR = { pages: 1, pagesWaiting: 256, others: 4 };
const MEMBER = { pages: 2, others: 12 };
const BODIES_MIB = 32;
/** A prefix whose requests are answered by the test. The path of a real route decides on the limit of its body. */
const WORK = "/api/trpc/work";

interface Running {
  readonly url: string;
  readonly cookie: string | undefined;
  readonly signal: AbortSignal;
  readonly finish: (response?: Response) => void;
}

let server: Listening;
let allowed: boolean;
let running: Running[];
let most: number;

/** Work that lasts until the test finishes it. */
function run(work: Omit<Running, "finish">): Promise<Response> {
  return new Promise((resolve) => {
    const entry: Running = {
      ...work,
      finish(response = new Response("done")) {
        running = running.filter((each) => each !== entry);
        resolve(response);
      },
    };
    running.push(entry);
    most = Math.max(most, running.length);
  });
}

const route: Route = {
  methods: ["GET", "POST"],
  needs: "nothing",
  answer: (_, request: Request, { signal }: Work) =>
    run({ url: request.url, cookie: request.headers.get("cookie") ?? undefined, signal }),
};

beforeEach(async () => {
  // Fake timers, so that the maximum wait is not exceeded on a slow machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  running = [];
  most = 0;
  allowed = true;
  const rateLimit = {
    ...gateway.rateLimit,
    count: async () => ({ allowed, limit: 60, remaining: 0, resetSeconds: 7 }),
  };
  const slots = createConsoleSlots(createPacer());
  const serveConsole = createConsole(
    { ...gateway, slots, rateLimit },
    {
      async answerByNext(request, response) {
        const leaving = new AbortController();
        response.once("close", () => leaving.abort());
        await run({ url: request.url ?? "", cookie: request.headers.cookie, signal: leaving.signal });
        response.end("page");
      },
      findOwner: async ({ cookie }) => (cookie === undefined ? undefined : { memberId: cookie, cookies: cookie }),
      find: (path) => (path.startsWith(WORK) || path.startsWith("/api/auth/") ? route : undefined),
    },
  );
  server = await listen((request, response) => {
    request.headers["x-client-address"] = "192.0.2.1";
    void serveConsole(request, response, request.url ?? "");
  });
});
afterEach(() => {
  for (const { finish } of running) finish();
});

const open = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, init);
const openMany = (count: number, path: string, init?: RequestInit) =>
  Array.from({ length: count }, () => open(path, init));
const runs = (count: number) => until(`${count} requests run`, () => running.length === count);
const as = (member: string, init: RequestInit = {}) => ({ ...init, headers: { ...init.headers, cookie: member } });

/** Finishes what runs, one after another, until all are answered. */
async function finishAll(all: readonly Promise<Response>[]): Promise<Response[]> {
  let over = false;
  const answered = Promise.all(all).finally(() => {
    over = true;
  });
  await until("all are answered", () => {
    for (const { finish } of running) finish();
    return over;
  });
  return answered;
}

describe("requests", () => {
  it("for pages run a few at a time; a bounded number waits, and further ones get 503 with Retry-After", async () => {
    const beyond = 40;
    const refused: Response[] = [];
    // One visitor may have half of the queue.
    const all = Array.from({ length: VISITOR.pages + VISITOR.pagesWaiting / 2 + beyond }, async () => {
      const response = await open("/sign-in");
      if (response.status !== 200) refused.push(response);
      return response;
    });
    await until("those beyond the queue are refused", () => refused.length === beyond);
    expect(running).toHaveLength(VISITOR.pages);
    for (const response of refused.slice(0, 3)) {
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(errorBodySchema.parse(await response.json()).error.code).toBe("QUEUE_FULL");
    }
    await finishAll(all);
    expect(most).toBe(VISITOR.pages);
  });

  it("for the API and for static files do not wait for pages", async () => {
    const pages = openMany(5, "/sign-in");
    await runs(VISITOR.pages);
    const others = [WORK, "/_next/static/a.js"].map((path) => open(path));
    await runs(VISITOR.pages + 2);
    await finishAll([...pages, ...others]);
  });

  it.each([
    ["/sign-in", VISITOR.pages, MEMBER.pages],
    [WORK, VISITOR.others, MEMBER.others],
  ])("of members and of visitors have separate slots: %s", async (path, visitorsAtOnce, membersAtOnce) => {
    const visitors = openMany(visitorsAtOnce + 3, path);
    await runs(visitorsAtOnce);
    const members = openMany(membersAtOnce + 3, path, as("a"));
    await runs(visitorsAtOnce + membersAtOnce);
    running.find(({ cookie }) => cookie === undefined)?.finish();
    await runs(visitorsAtOnce + membersAtOnce);
    expect(running.filter(({ cookie }) => cookie === "a")).toHaveLength(membersAtOnce);
    await finishAll([...visitors, ...members]);
  });

  it("of one member, on any number of sessions, leave half of the slots to others that wait", async () => {
    const flood = openMany(3 * MEMBER.others, WORK, as("a"));
    await runs(MEMBER.others);
    const others = openMany(MEMBER.others / 2, WORK, as("b"));
    const runningOf = (member: string) => running.filter(({ cookie }) => cookie === member);
    await until("half of the slots are the other member's", () => {
      if (runningOf("b").length === MEMBER.others / 2) return true;
      runningOf("a")[0]?.finish();
      return undefined;
    });
    await finishAll([...flood, ...others]);
  });

  it("that post the form of a page before its scripts have loaded are sent back to the page", async () => {
    const response = await open("/sign-in?to=x", { method: "POST", body: "password=p", redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-in?to=x"]);
    expect(most).toBe(0);
  });
});

describe("a client that leaves", () => {
  const port = () => Number(new URL(server.origin).port);

  it.each(["/sign-in", WORK])("before its request is read causes no work: %s", async (path) => {
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(port(), "127.0.0.1");
      socket.on("error", () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      socket.destroySoon();
      return socket;
    });
    await Promise.all(
      sockets.map((socket) => socket.closed || new Promise((resolve) => socket.once("close", resolve))),
    );
    const last = open(path);
    await runs(1);
    await finishAll([last]);
    expect(most).toBe(1);
  });

  it("aborts its work, whose slot is free once the work has ended", async () => {
    const { socket } = await openSocket(port());
    socket.write("GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n");
    await runs(VISITOR.pages);
    const [left] = running;
    const next = open("/sign-in");
    socket.destroy();
    await until("the work is aborted", () => left?.signal.aborted);
    expect(running).toEqual([left]);
    left?.finish();
    await until("the next one runs", () => running[0] !== undefined && running[0] !== left);
    await finishAll([next]);
  });
});

describe("an answer", () => {
  it("that streams a file uses a slot for its parts, and none while it waits for its reader", async () => {
    let parts = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) {
          parts++;
          yield "x".repeat(64 * 1_024);
        }
      } finally {
        closed = true;
      }
    }
    const readers = await Promise.all(
      Array.from({ length: VISITOR.others }, () => openSocket(Number(new URL(server.origin).port))),
    );
    for (const { socket } of readers) {
      socket.pause();
      socket.write(`GET ${WORK} HTTP/1.1\r\nHost: x\r\n\r\n`);
    }
    await runs(VISITOR.others);
    for (const { finish } of running) finish(streamFile({ type: "text/csv", name: "endless.csv" }, endless()));
    let before = -1;
    await until("the readers' buffers are full", async () => {
      const isFull = parts === before;
      before = parts;
      await new Promise((resolve) => setImmediate(resolve));
      return isFull && parts > VISITOR.others;
    });
    const other = open(WORK);
    await runs(1);
    await finishAll([other]);
    for (const { socket } of readers) socket.destroy();
    await until("the file is closed", () => closed);
  });

  it("is sent as soon as it is computed, whatever waits for a slot", async () => {
    const all = openMany(VISITOR.others + 1, WORK);
    await runs(VISITOR.others);
    running[0]?.finish(new Response("computed"));
    expect(await (await Promise.race(all)).text()).toBe("computed");
    await finishAll(all);
  });

  it("that streams progress waits for its source without a slot", async () => {
    const streams = openMany(VISITOR.others, WORK);
    await runs(VISITOR.others);
    const headers = { "cache-control": "no-store, no-transform" };
    for (const { finish } of running) finish(new Response(new ReadableStream(), { headers }));
    for (const { status } of await Promise.all(streams)) expect(status).toBe(200);
    const other = open(WORK);
    await runs(1);
    await finishAll([other]);
    for (const stream of streams) await (await stream).body?.cancel();
  });

  it("is compressed if it is long and the client accepts gzip", async () => {
    const long = "0123456789".repeat(1_000);
    for (const [text, accepts, encoding] of [
      [long, "gzip, br", "gzip"],
      [long, "identity", undefined],
      ["short", "gzip", undefined],
    ] as const) {
      const { socket, answer } = await openSocket(Number(new URL(server.origin).port));
      socket.write(`GET ${WORK} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${accepts}\r\nConnection: close\r\n\r\n`);
      await runs(1);
      running[0]?.finish(new Response(text));
      const { headers, body } = await answer();
      expect(headers["content-encoding"]).toBe(encoding);
      const bytes = Buffer.from(body, "latin1");
      expect((encoding === "gzip" ? gunzipSync(bytes) : bytes).toString()).toBe(text);
    }
  });
});

describe("a body", () => {
  const port = () => Number(new URL(server.origin).port);
  const SIGN_IN = "/api/auth/sign-in/email";

  it.each(["GET", "HEAD"])("of %s is ignored", async (method) => {
    const { socket, answer } = await openSocket(port());
    socket.write(`${method} ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
    await runs(1);
    running[0]?.finish();
    expect((await answer()).status).toBe(200);
  });

  const post = (body: BodyInit, headers: Record<string, string> = {}, path = SIGN_IN) =>
    open(path, { method: "POST", body, headers, duplex: "half" } as RequestInit);

  it("takes no slot while it arrives", async () => {
    const slow = await Promise.all(Array.from({ length: 3 * VISITOR.others }, () => openSocket(port())));
    for (const { socket } of slow)
      socket.write(`POST ${SIGN_IN} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\nx`);
    await until("all are being read", () => slow.every(({ received }) => received() !== ""));
    expect(running).toHaveLength(0);
    const quick = open(WORK);
    await runs(1);
    await finishAll([quick]);
    for (const { socket } of slow) socket.destroy();
  });

  it("is refused with 503 while bodies of its sender take half of the memory", async () => {
    const bodies = await Promise.all(Array.from({ length: BODIES_MIB / 2 }, () => openSocket(port())));
    const head = `POST ${WORK} HTTP/1.1\r\nHost: x\r\nCookie: a\r\nExpect: 100-continue\r\n`;
    for (const { socket } of bodies) socket.write(`${head}Content-Length: ${1_024 * 1_024}\r\n\r\n`);
    await until("all are being read", () => bodies.every(({ received }) => received() !== ""));
    const refused = await post("{}", { cookie: "a" }, WORK);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    const others = [post("{}", { cookie: "b" }, WORK), post("{}")];
    await runs(2);
    await finishAll(others);
    for (const { socket } of bodies) socket.destroy();
    await until("the memory is free", async () => {
      const [again] = await finishAll([post("{}", { cookie: "a" }, WORK)]);
      return again?.status === 200;
    });
  });

  it.each([
    [SIGN_IN, 64 * 1_024, ""],
    [WORK, 1_024 * 1_024, "a"],
  ])(
    "is refused with 413 when it exceeds the limit of %s, declared or not, and causes no work",
    async (path, limit, cookie) => {
      const headers: Record<string, string> = cookie === "" ? {} : { cookie };
      const refused = await post(new Blob(["x".repeat(limit + 1)]).stream(), headers, path);
      expect(refused.status).toBe(413);
      expect(errorBodySchema.parse(await refused.json()).error.code).toBe("REQUEST_TOO_LARGE");
      expect(most).toBe(0);
      const read = post(new Blob(["x".repeat(limit)]).stream(), headers, path);
      await runs(1);
      await finishAll([read]);
    },
  );

  it("of a procedure is not received without a session", async () => {
    const { socket, received } = await openSocket(port());
    socket.write(`POST ${WORK} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n`);
    await runs(1);
    running[0]?.finish();
    await until("the answer", () => received().includes("HTTP/1.1 200"));
    socket.destroy();
  });

  it("is refused unread with 429 when its address has sent too many without a session", async () => {
    allowed = false;
    const refused = await post("{}");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
    errorBodySchema.parse(await refused.json());
    const member = post("{}", { cookie: "a" });
    await runs(1);
    await finishAll([member]);
  });
});
