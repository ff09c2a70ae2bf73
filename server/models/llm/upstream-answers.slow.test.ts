import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { post } from "#test/keyed-post.ts";
import { listen, readText } from "#test/listen.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

/** An answer to the only call of a forecast, as the provider's reference (`source`) documents it. */
interface Answer {
  readonly name: string;
  readonly source: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged. */
  readonly body: unknown;
  /** The gateway's reply to its caller. */
  readonly reply: {
    readonly status: number;
    readonly code?: string;
    readonly reason?: string;
    /** Contained in the message. */
    readonly says?: string;
    readonly retryAfter?: number;
    /** Whether a retry with the same idempotency key makes a new forecast. */
    readonly isKeyFree: boolean;
    /** Whether requests are refused until a short call succeeds. */
    readonly isRefused?: boolean;
  };
}

interface Upstream {
  readonly provider: string;
  readonly endpoint: string;
  readonly model: string;
  readonly path: string;
  readonly header: readonly [string, string];
  readonly answers: Answer[];
}

/** Each upstream is one line, followed by a line for each of its answers; the first answer is a success. */
const UPSTREAMS = readFileSync(new URL("../../../test/upstream-answers.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))
  .reduce<Upstream[]>((found, row) => {
    if ("provider" in row) found.push({ ...row, answers: [] });
    else found.at(-1)?.answers.push(row);
    return found;
  }, []);

it("lists at least ten answers of each upstream but the second endpoint of OpenAI", () => {
  for (const { endpoint, answers } of UPSTREAMS) {
    expect(answers.length).toBeGreaterThanOrEqual(endpoint === "chat" ? 10 : 5);
    expect(answers[0]?.reply.status).toBe(200);
  }
});

describe.each(UPSTREAMS)(
  "the provider $provider, $path",
  ({ provider, endpoint, model: name, path, header, answers }) => {
    const [success] = answers;
    let answer: Answer | undefined = success;
    let gateway: TestGateway;
    let time = Date.now();
    const seen = new Set<string>();

    beforeAll(async () => {
      const { origin } = await listen(async (request, response) => {
        await readText(request);
        const [key, value] = header;
        if (request.method === "GET") return response.writeHead(404).end();
        seen.add(`${request.url} ${request.headers[key] === value}`);
        const { status = 200, headers = {}, body } = answer ?? { body: "" };
        response.writeHead(status, { "content-type": "application/json", ...headers });
        return response.end(typeof body === "string" ? body : JSON.stringify(body));
      });
      const settings = {
        MODEL_PROVIDER: provider,
        MODEL_NAME: name,
        MODEL_TOKEN: "a-token",
        MODEL_URL: `${origin}/v1`,
      };
      const more = { MODEL_ADAPTER: "llm", MODEL_ENDPOINT: endpoint, MODEL_SAMPLES: "1", MODEL_TIMING: "observed" };
      gateway = await startGateway({ ...settings, ...more }, undefined, { now: () => new Date(time) });
      await untilReady();
      await until("the test has ended", () => gateway.gateway.model.status().language?.test?.passed);
    });

    async function readState(): Promise<string> {
      // Longer than the longest wait between two short calls, and than the cached state.
      time += 61_000;
      return gateway.gateway.model.readiness();
    }

    const untilReady = () => until("the model is ready", async () => (await readState()) === "ready");

    it("is asked at its own path, with the token in its own header", () => {
      expect([...seen]).toEqual([`${path} true`]);
    });

    it.each(answers)("$name ($source)", async (row) => {
      const { status, code, reason, says = "", retryAfter, isKeyFree, isRefused = false } = row.reply;
      const key = row.name.replace(/\W+/g, "-");
      answer = row;
      const first = await post(gateway, key);
      const { error } = JSON.parse(first.text);
      expect({ status: first.status, code: error?.code, reason: error?.reason }).toEqual({ status, code, reason });
      expect(error?.message ?? "").toContain(says);
      expect(first.headers.get("retry-after")).toBe(retryAfter === undefined ? null : String(retryAfter));
      answer = success;
      expect(await readState()).toBe(isRefused ? "refused" : "ready");
      await untilReady();
      const again = await post(gateway, key);
      if (isKeyFree) expect(again).toMatchObject({ status: 200, replayed: false });
      else expect(again).toMatchObject({ status, text: first.text, replayed: true });
    });
  },
);
