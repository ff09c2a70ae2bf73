import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A model server for the forecasting gateway. Requires Node 20.11 or later and no packages.
 *
 *     node examples/model-server/node/server.mjs
 *
 * Replace the example model between the two dashed lines with your own. The rest of the file is the HTTP server.
 */

const HOST = process.env.HOST ?? "127.0.0.1";
const PORT = Number(process.env.PORT ?? 8100);
const TOKEN = process.env.MODEL_TOKEN ?? "";
const LOAD_MS = Number(process.env.LOAD_MS ?? 2000);
const MAX_BODY_BYTES = 65_536;

// ---------------------------------------------------------------------------------------------------------------------
// The example model. VERSION contains the digest of this file, because every change of the file may change the answers.

const VERSION = `r13-c@${createHash("sha1")
  .update(readFileSync(import.meta.filename))
  .digest("hex")}`;
const LEAST = 0.001;

/** Thrown if the input contains nothing that the model can use. */
class CannotAnswer extends Error {}

/** Placeholder: load the weights of your model here. */
const load = () => sleep(LOAD_MS);

/** Placeholder: warm up your model here. This runs once, when the first request arrives. */
const warmUp = () => sleep(20);

/** Maps each option to its probability: the log-linear pool of all forecasts and counts in the context. */
async function forecast(task, input) {
  const options = Object.keys(task.criteria).sort();
  const voices = input.context.map((observation) => listen(observation, options)).filter(Boolean);
  if (voices.length === 0)
    throw new CannotAnswer('the model needs a structured observation of kind "forecast" or "counts"');
  const logs = options.map(
    (option) => sum(voices.map((voice) => Math.log(Math.max(LEAST, voice[option])))) / voices.length,
  );
  const weights = logs.map((log) => Math.exp(log - Math.max(...logs)));
  return Object.fromEntries(options.map((option, index) => [option, weights[index] / sum(weights)]));
}

/** Returns an observation's probabilities of the options; undefined if this model cannot use the observation. */
function listen({ data }, options) {
  if (data?.kind === "forecast") return numbers(data.probabilities, options);
  const counts = data?.kind === "counts" ? numbers(data.counts, options) : undefined;
  if (counts === undefined) return undefined;
  // Adds half a case to each option (Jeffreys prior), so that no probability is 0.
  const total = sum(Object.values(counts)) + options.length / 2;
  return Object.fromEntries(options.map((option) => [option, (counts[option] + 0.5) / total]));
}

function numbers(value, options) {
  const named = Object.keys(value ?? {}).sort();
  const right =
    named.join() === options.join() && Object.values(value).every((each) => Number.isFinite(each) && each >= 0);
  return right ? value : undefined;
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

// ---------------------------------------------------------------------------------------------------------------------

let loaded = false;
let warm = false;
/** Promise chain that serves as the queue: the model handles one request at a time. */
let work = Promise.resolve();

async function answer({ task, input }) {
  const arrived = performance.now();
  const before = work;
  let leave;
  work = new Promise((resolve) => {
    leave = resolve;
  });
  try {
    await before;
    const begun = performance.now();
    const cold = !warm;
    if (cold) await warmUp();
    warm = true;
    const ready = performance.now();
    const probabilities = await forecast(task, input);
    const timing = {
      model_queue_ms: begun - arrived,
      load_ms: cold ? ready - begun : 0,
      inference_ms: performance.now() - ready,
      cold_start: cold,
    };
    return { model_version: VERSION, probabilities, timing };
  } finally {
    leave();
  }
}

async function respond(request) {
  const address = `${request.method} ${request.url}`;
  if (address === "GET /health/ready") {
    return loaded ? { status: 200, body: { status: "ready" } } : { status: 503, body: { status: "loading" } };
  }
  // The body is read before any response, because closing a connection with unread data may lose the response.
  const text = await read(request);
  if (address !== "POST /predict") return { status: 404, body: { error: "not found" } };
  if (text === undefined) return { status: 413, body: { error: "the body is too large" } };
  if (!mayAsk(request.headers.authorization))
    return { status: 401, body: { error: "the token is missing or invalid" } };
  if (!loaded) return { status: 503, headers: { "Retry-After": "1" }, body: { error: "the model is loading" } };
  try {
    return { status: 200, body: await answer(JSON.parse(text)) };
  } catch (error) {
    if (error instanceof CannotAnswer) return { status: 422, body: { error: error.message } };
    return { status: 400, body: { error: "the body is not a valid request" } };
  }
}

async function read(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString();
}

function mayAsk(given = "") {
  const digest = (text) => createHash("sha256").update(text).digest();
  return TOKEN === "" || timingSafeEqual(digest(given), digest(`Bearer ${TOKEN}`));
}

const server = createServer(async (request, response) => {
  // Only reading the body can fail: the caller has disconnected.
  const { status, headers, body } = await respond(request).catch(() => ({ status: 400, body: {} }));
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
});
server.listen(PORT, HOST, async () => {
  console.log(`Listening on http://${HOST}:${server.address().port} as ${VERSION}`);
  await load();
  loaded = true;
  console.log("The model is loaded.");
});
