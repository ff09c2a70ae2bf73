import { join, resolve } from "node:path";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { TYPICAL } from "../bodies.ts";
import { installOnDemand } from "../install-on-demand.ts";
import { load } from "../load.ts";
import { median } from "../median.ts";
import { printColumns } from "../print-columns.ts";
import { type BenchServer, startServer } from "../start-server.ts";
import { startSubject } from "../subjects.ts";
import { readUsage } from "../usage.ts";

/**
 * `node bench/peers/run.ts`: compares this gateway, with the `http` adapter and a full audit log, with two language
 * model gateways that store nothing. All of them call the same stub model server; the language model gateways get the
 * request as a prompt. Installs them in a temporary folder. Needs TEST_DATABASE_URL.
 */

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PORT = Number(process.env.BENCH_PORT ?? 4310) + 10;
const CONNECTIONS = 16;
const PORTKEY = "@portkey-ai/gateway@1.15.2";
const LLMS = "@musistudio/llms@1.0.53";

interface Peer {
  readonly name: string;
  readonly server: BenchServer;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const folder = installOnDemand(PORTKEY, LLMS);

const { task, input }: PredictionRequest = JSON.parse(TYPICAL);
const messages = [{ role: "user", content: JSON.stringify({ task, input }) }];
const json = { "content-type": "application/json" };
const stubOrigin = `http://127.0.0.1:${PORT}`;
const chatAt = (port: number) => `http://127.0.0.1:${port}/v1/chat/completions`;

const started: BenchServer[] = [];
async function start(url: string, args: readonly string[], cwd?: string): Promise<BenchServer> {
  const server = await startServer(url, args, {}, cwd);
  started.push(server);
  return server;
}

try {
  await start(stubOrigin, ["bench/stub-model.ts", String(PORT)]);
  const ours = await startSubject("http adapter");
  started.push(ours);
  const portkey = join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const peers: readonly Peer[] = [
    {
      name: PORTKEY,
      server: await start(chatAt(PORT + 1), [portkey, `--port=${PORT + 1}`, "--headless"]),
      url: chatAt(PORT + 1),
      headers: {
        ...json,
        authorization: "Bearer none",
        "x-portkey-provider": "openai",
        "x-portkey-custom-host": `${stubOrigin}/v1`,
      },
      body: JSON.stringify({ model: "stub", messages }),
    },
    {
      name: LLMS,
      server: await start(chatAt(PORT + 2), [resolve("bench/peers/llms.mjs"), String(PORT + 2), stubOrigin], folder),
      url: chatAt(PORT + 2),
      headers: json,
      body: JSON.stringify({ model: "stub,stub", messages }),
    },
    {
      name: "this gateway, http adapter, PostgreSQL",
      server: ours,
      url: ours.url,
      headers: ours.headers,
      body: TYPICAL,
    },
  ];
  await compare(peers);
} finally {
  for (const server of started.reverse()) await server.stop();
}

async function compare(peers: readonly Peer[]): Promise<void> {
  const rates = new Map(peers.map(({ name }) => [name, { perSecond: [] as number[], cpu: [] as number[] }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, server, url, headers, body } of peers) {
      const before = readUsage(server.pid, undefined);
      const result = await load({ url, headers, bodies: [body], connections: CONNECTIONS, seconds: SECONDS });
      const after = readUsage(server.pid, undefined);
      if (result.refused > 0) throw new Error(`${name} refused ${result.refused} requests`);
      const used =
        after.cpu.main + after.cpu.v8 + after.cpu.others - before.cpu.main - before.cpu.v8 - before.cpu.others;
      // The first round is a warm-up.
      if (round === 0) continue;
      rates.get(name)?.perSecond.push(result.perSecond);
      rates.get(name)?.cpu.push(used / result.answers);
    }
  }
  const first = median(rates.get(PORTKEY)?.perSecond ?? []);
  const lines = [...rates].map(([name, { perSecond, cpu }]) => {
    const rate = median(perSecond);
    return [String(Math.round(rate)), name, (rate / first).toFixed(2), String(Math.round(median(cpu)))];
  });
  printColumns([["requests/s", "gateway", "× Portkey", "CPU µs per request"], ...lines]);
}
