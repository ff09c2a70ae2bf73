import { createServer, type IncomingMessage } from "node:http";

/**
 * `node bench/stub-model.ts PORT DELAY_MS`: a model server that sends a fixed answer after the delay (default 0).
 * Speaks both the gateway's model protocol and OpenAI's, so that it costs every benchmarked gateway the same time.
 */

const FORECAST = JSON.stringify({
  model_version: `r13-c@${"0".repeat(40)}`,
  probabilities: { yes: 0.6, no: 0.4 },
  timing: { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false },
});

const COMPLETION = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_780_000_000,
  model: "stub",
  choices: [{ index: 0, message: { role: "assistant", content: '{"yes":0.6,"no":0.4}' }, finish_reason: "stop" }],
  usage: { prompt_tokens: 600, completion_tokens: 12, total_tokens: 612 },
});

const DELAY_MS = Number(process.argv[3] ?? 0);

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on("end", () => {
    const body = bodyFor(request);
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    if (DELAY_MS === 0) response.end(body);
    else setTimeout(() => response.end(body), DELAY_MS);
  });
});
server.listen(Number(process.argv[2]), "127.0.0.1");

function bodyFor({ url = "" }: IncomingMessage): string {
  if (url.endsWith("/predict")) return FORECAST;
  return url.includes("completions") ? COMPLETION : "{}";
}
