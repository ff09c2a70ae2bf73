import { Agent, request } from "node:http";
import type { Reply } from "./start-gateway.ts";

const AT_ONCE = 16;

/**
 * Posts bodies over a few connections that are kept open, and hands over each answer with its place. Several times as
 * fast as fetch().
 */
export async function sendMany(
  url: string,
  key: string,
  bodies: readonly string[],
  onReply: (reply: Reply, index: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let next = 0;
  const work = async () => {
    for (let index = next++; index < bodies.length; index = next++) {
      onReply(await post(agent, url, key, bodies[index] ?? ""), index);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    agent.destroy();
  }
}

function post(agent: Agent, url: string, key: string, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-length": Buffer.byteLength(body) };
    const outgoing = request(url, { method: "POST", agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          const flat = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode ?? 0, headers: new Headers(flat), body: JSON.parse(text) });
        })
        .on("error", reject);
    });
    outgoing.on("error", reject).end(body);
  });
}
