import { afterAll, beforeAll, expect, it } from "vitest";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { effort } from "#test/effort.ts";
import { answerRight, type FaultyModel, startFaultyModel } from "#test/faulty-model.ts";
import { makeFolder, startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { readExample } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";

const KILLS = effort({ sample: 2, full: 15 });
const KEYS = 40;
/** Far more than a test needs, because a full run takes many minutes on a slow machine. */
const TIMEOUT = 3_600_000;
const example = JSON.stringify(readExample("binary"));

let model: FaultyModel;
let environment: Record<string, string>;

beforeAll(async () => {
  model = await startFaultyModel();
  environment = { MODEL_ADAPTER: "http", MODEL_URL: model.url };
});
afterAll(() => model.leave());

async function ask(url: string, credential: string, key: string) {
  const headers = { authorization: `Bearer ${credential}`, "idempotency-key": key };
  const response = await fetch(`${url}/v1/predict`, { method: "POST", headers, body: example });
  return { status: response.status, text: await response.text() };
}

/** Retries with the same key while the gateway responds with 429 or 503, as it may on a slow machine. */
function askUntilDecided(url: string, credential: string, key: string) {
  return until(`an answer to key ${key}`, async () => {
    const answer = await ask(url, credential, key);
    return answer.status === 429 || answer.status === 503 ? undefined : answer;
  });
}

it("calls the model only once for a key if the gateway is killed during the inference", {
  timeout: TIMEOUT,
}, async () => {
  const dataDir = makeFolder();
  await copySeededFolder(dataDir);
  const credential = readFirstRun(dataDir)?.api_key ?? "";
  model.behave(() => {});
  const callsBefore = model.requests.length;
  const server = await startMain(dataDir, environment);
  const first = askUntilDecided(server.url, credential, "amid").catch(() => "gone");
  await until("the model receives the request", () => (model.requests.length > callsBefore ? true : undefined));
  await server.end("SIGKILL");
  expect(await first).toBe("gone");

  model.behave(answerRight);
  const restarted = await startMain(dataDir, environment);
  for (let retry = 0; retry < 2; retry++) {
    const { status, text } = await askUntilDecided(restarted.url, credential, "amid");
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 504, code: "MODEL_TIMEOUT" });
    expect(text).toContain("Send a new key");
  }
  expect(model.requests.length).toBe(callsBefore + 1);
  expect((await askUntilDecided(restarted.url, credential, "another")).status).toBe(200);
  await restarted.end("SIGKILL");
});

it(`gives each key at most one inference and one answer if the gateway is killed ${KILLS} times under load`, {
  timeout: TIMEOUT,
}, async () => {
  const dataDir = makeFolder();
  await copySeededFolder(dataDir);
  const credential = readFirstRun(dataDir)?.api_key ?? "";
  model.behave(answerRight);
  const before = model.requests.length;
  /** Distinct answers by key. More than one answer for a key is an error. */
  const answers = new Map<string, Set<string>>();
  const note = (key: string, text: string) => answers.set(key, (answers.get(key) ?? new Set()).add(text));
  let server = await startMain(dataDir, environment);
  const keys: string[] = [];

  for (let kill = 0; kill < KILLS; kill++) {
    const fresh = Array.from({ length: KEYS }, (_, index) => `${kill}-${index}`);
    keys.push(...fresh);
    const enough = answers.size + 1 + ((kill * 17) % (KEYS / 2));
    const { url } = server;
    // Each key is sent twice at the same time, so that some requests wait for a duplicate when the process is killed.
    const clients = [...fresh, ...fresh].map(async (key) => {
      // The kill closes connections; a request on such a connection gets no response.
      const answer = await askUntilDecided(url, credential, key).catch(() => undefined);
      if (answer?.status === 200) note(key, answer.text);
    });
    await until("enough requests are answered before the kill", () => (answers.size >= enough ? true : undefined));
    await server.end("SIGKILL");
    await Promise.all(clients);
    server = await startMain(dataDir, environment);
    await Promise.all(
      fresh.map(async (key) => {
        const { status, text } = await askUntilDecided(server.url, credential, key);
        expect([200, 504]).toContain(status);
        if (status === 200) note(key, text);
        else expect(answers.has(key)).toBe(false);
      }),
    );
  }
  for (const [, texts] of answers) expect(texts.size).toBe(1);
  expect(model.requests.length - before).toBeLessThanOrEqual(keys.length);
  await server.end("SIGKILL");
});
