import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "#test/free-port.ts";
import { listen } from "#test/listen.ts";
import { makeFolder, run } from "#test/run-process.ts";
import { readExample } from "#test/start-gateway.ts";
import {
  type Answer,
  API_KEY,
  ERRORS,
  FORECAST,
  ID,
  SITUATIONS,
  type Situation,
  SPECIAL,
} from "../../clients/situations.ts";
import { ClientError, type Clock, GatewayClient, verifyProof, verifyWebhook } from "../../clients/typescript/index.ts";

/** The situations of clients/situations.ts with both clients, and random responses, of which both make the same. */

type Call = NonNullable<Situation["call"]> | "predict";

interface Outcome {
  readonly error: string | null;
  readonly isListed?: boolean;
  readonly leaks?: boolean;
  readonly message?: string;
  readonly status?: number | null;
  readonly waits: readonly number[];
}

const header = fc.record({
  "retry-after": fc.option(fc.constantFrom("1", "61", "0.5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT"), { nil: "" }),
  location: fc.option(fc.constantFrom("/", "//x", "http://[", "mailto:a@b"), { nil: "" }),
});
const error = fc.record({ code: fc.constantFrom("A", 1), message: fc.string(), issues: fc.constant([]) });
const body = fc.oneof(
  fc.string(),
  fc.json(),
  fc.record({ error, request_id: fc.constantFrom(ID, 5) }).map((value) => JSON.stringify(value)),
);
/** `fetch` reports the status 407 as a network error. */
const randomAnswers = fc.sample(
  fc.record({ status: fc.integer({ min: 200, max: 599 }).filter((one) => one !== 407), headers: header, body }),
  {
    numRuns: 200,
    seed: Number(process.env.TEST_SEED),
  },
);

const ARGUMENTS: Readonly<Partial<Record<Call, readonly unknown[]>>> = {
  predict: [readExample("binary")],
  proof: [ID],
  scores: [ID],
};
const situations: readonly (Situation | (Omit<Situation, "error"> & { readonly error: undefined }))[] = [
  ...SITUATIONS,
  ...randomAnswers.map((answer) => ({
    when: JSON.stringify(answer),
    error: undefined,
    answers: [answer],
    client: { retries: 0 },
  })),
];

/** The factor of each delay if the random number is 0.5. */
const JITTER = 1.25;

/** Attempts of each situation, with their idempotency keys. */
let attempts: (string | undefined)[][] = [];
/** Authorization headers of requests that followed a redirect. */
let followed: (string | undefined)[] = [];

const server = await listen(async (request, response) => {
  const [, index = "", ...path] = request.url?.split("/") ?? [];
  const keys = attempts[Number(index)];
  if (keys === undefined || path.length === 0) {
    followed.push(request.headers.authorization);
    response.end(JSON.stringify({ status: "ok" }));
    return;
  }
  const { answers = [FORECAST] } = situations[Number(index)] ?? {};
  await request.resume().toArray();
  const answer = answers[Math.min(keys.length, answers.length - 1)] ?? FORECAST;
  keys.push(request.headers["idempotency-key"]?.toString());
  send(answer, request, response);
});
const refused = `http://127.0.0.1:${await freePort()}`;

function send(answer: Answer, { socket }: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === "object") {
    const { location } = answer.headers ?? {};
    const target = location === SPECIAL.follow ? { location: server.origin.replace("127.0.0.1", "localhost") } : {};
    response.writeHead(answer.status, { ...answer.headers, ...target }).end(answer.body);
  }
  if (answer === "reset") socket.destroy();
  else if (answer === "not HTTP") socket.end("SSH-2.0-OpenSSH_9.2\r\n");
  else if (typeof answer === "string" && answer !== "hang")
    response.writeHead(200, { "content-length": "1000" }).write('{"result":');
  if (answer === "cut") setImmediate(() => socket.destroy());
  if (answer === "drip") {
    const timer = setInterval(() => response.write(" "), 20).unref();
    response.on("close", () => clearInterval(timer));
  }
}

/** Returns a situation with the options and arguments that it leaves out. */
function complete(situation: (typeof situations)[number], index: number) {
  const { call = "predict", args = ARGUMENTS[call] ?? [], options = {}, answers = [] } = situation;
  const given: Record<string, unknown> = { apiKey: API_KEY, baseUrl: "", ...situation.client };
  const isPath =
    typeof given.baseUrl === "string" && /^(\/|$)/.test(given.baseUrl) && situation.error !== "ArgumentError";
  const origin = answers.includes("refused") ? refused : server.origin;
  const isDefault = situation.client === undefined || !("baseUrl" in situation.client);
  const baseUrl = isPath || isDefault ? `${origin}/${index}${given.baseUrl}` : given.baseUrl;
  return { call, args, options: { ...options } as Record<string, unknown>, client: { ...given, baseUrl } };
}

function revive(value: unknown): unknown {
  if (value === SPECIAL.undefined) return undefined;
  if (value === SPECIAL.nan) return Number.NaN;
  if (value === SPECIAL.follow) return (url: string, init: RequestInit) => fetch(url, { ...init, redirect: "follow" });
  if (value === SPECIAL.circular) {
    const circular: unknown[] = [];
    return [circular.push(circular), circular];
  }
  if (typeof value === "string" && value.startsWith(SPECIAL.bytes)) return Buffer.from(value.slice(7), "base64");
  if (value === null || Object(value).constructor !== Object) return value;
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, revive(one)]));
}

/** Runs a situation with the TypeScript client. */
async function runSituation({ call, args, options, client: given }: ReturnType<typeof complete>): Promise<Outcome> {
  const abort = new AbortController();
  const waits: number[] = [];
  let time = 0;
  const clock: Clock = {
    now: () => time,
    async sleep(ms) {
      waits.push(ms / 1_000 / JITTER);
      time += ms;
      if (options.signal === "aborts in a wait") abort.abort();
    },
  };
  if (options.signal === "aborted") abort.abort();
  if (options.signal === "aborts in an attempt") setTimeout(() => abort.abort(), 100);
  const signal = typeof options.signal === "string" ? abort.signal : options.signal;
  const last = "signal" in options ? { ...options, signal } : options;
  const work = async () => {
    const values = args.map(revive);
    if (call === "verifyProof") return Reflect.apply(verifyProof, undefined, values);
    if (call === "verifyWebhook") return Reflect.apply(verifyWebhook, undefined, values);
    const made = Reflect.construct(GatewayClient, [{ clock, ...Object(revive(given)) }]);
    return made[call](...values, revive(last));
  };
  return work().then(
    () => ({ error: null, waits }),
    (thrown) => ({
      error: thrown.name,
      isListed: thrown instanceof ClientError,
      leaks: inspect(thrown, { depth: 9, showHidden: true }).includes(API_KEY),
      message: thrown.message,
      status: thrown.status ?? null,
      code: thrown.code ?? null,
      waits,
    }),
  );
}

async function runTypeScript(): Promise<Outcome[]> {
  const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
  const outcomes: Outcome[] = [];
  for (const situation of situations.map(complete)) outcomes.push(await runSituation(situation));
  random.mockRestore();
  return outcomes;
}

async function runPython(): Promise<Outcome[]> {
  const file = join(makeFolder(), "situations.json");
  writeFileSync(file, JSON.stringify({ apiKey: API_KEY, situations: situations.map(complete) }));
  const script = run("python3", ["test/run_situations.py", file]);
  expect((await script.exit).code, script.output()).toBe(0);
  return JSON.parse(script.output());
}

async function observe(runAll: () => Promise<Outcome[]>) {
  attempts = situations.map(() => []);
  followed = [];
  const outcomes = await runAll();
  return { outcomes, attempts, followed };
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const typeScript = await observe(runTypeScript);
const python = hasPython ? await observe(runPython) : undefined;

const CLIENTS = [
  ["TypeScript", typeScript],
  [hasPython ? "Python" : "Python (skipped: python3 is not installed)", python],
] as const;

describe.each(CLIENTS)("the %s client", (_, observed) => {
  it.skipIf(observed === undefined)("makes the documented error of each situation, and retries as documented", () => {
    for (const [index, { when, error, waits = [], has = {}, answers }] of SITUATIONS.entries()) {
      const sent = observed?.attempts[index]?.length;
      expect({ when, ...observed?.outcomes[index] }).toMatchObject({ when, error, waits, ...has });
      if (answers === undefined || answers.includes("refused") || error === "CancelledError") continue;
      expect({ when, sent }).toEqual({ when, sent: waits.length + 1 });
    }
  });

  it.skipIf(observed === undefined)("throws only listed errors, with short messages and without the API key", () => {
    for (const [index, { when }] of situations.entries()) {
      const { error, isListed = true, leaks = false, message = "" } = observed?.outcomes[index] ?? {};
      expect([null, ...Object.keys(ERRORS)], when).toContain(error);
      expect({ when, isListed, leaks }).toEqual({ when, isListed: true, leaks: false });
      expect(message.length, when).toBeLessThan(300);
    }
    expect(observed?.followed).not.toContain(`Bearer ${API_KEY}`);
  });

  it.skipIf(observed === undefined)("sends one idempotency key in all attempts of a call", () => {
    for (const keys of observed?.attempts ?? []) expect(new Set(keys).size).toBeLessThanOrEqual(1);
  });
});

it.skipIf(!hasPython)("the Python client has the syntax of Python 3.9 (skipped without python3)", async () => {
  const check =
    "import ast, glob; [ast.parse(open(name).read(), feature_version=(3, 9)) for name in glob.glob('clients/python/*/*.py')]";
  const script = run("python3", ["-c", check]);
  expect((await script.exit).code, script.output()).toBe(0);
});

it.skipIf(!hasPython)("both clients make the same of random responses (skipped without python3)", () => {
  const [one, other] = [typeScript, python].map((observed) =>
    situations.map(({ when }, index) => ({ when, ...observed?.outcomes[index], message: "", code: "" })),
  );
  expect(other).toEqual(one);
});
