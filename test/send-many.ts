import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { errorOf } from "./expect-refusal.ts";
import type { Reply } from "./start-gateway.ts";
import { until } from "./until.ts";

const AT_ONCE = 16;

/**
 * Posts bodies over 16 keep-alive connections, several times as fast as fetch(), and calls `onReply` with each response
 * and the index of its body. Retries a request that is refused with AUDIT_UNAVAILABLE under the same Idempotency-Key.
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
      const body = bodies[index] ?? "";
      const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
      const reply = await until("the gateway records the request", async () => {
        const reply = await post(agent, url, headers, body);
        return isUnrecorded(reply) ? undefined : reply;
      });
      onReply(reply, index);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    agent.destroy();
  }
}

function isUnrecorded({ status, body }: Reply): boolean {
  return status === 503 && errorOf(body).code === "AUDIT_UNAVAILABLE";
}

function post(agent: Agent, url: string, more: Record<string, string>, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { ...more, "content-length": Buffer.byteLength(body) };
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
