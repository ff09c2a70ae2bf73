import { expect, it } from "vitest";
import { startGateway } from "#test/start-gateway.ts";
import { answerJoin } from "./answer-join.ts";

const gateway = await startGateway();

async function join(address: string): Promise<number> {
  const origin = "http://localhost:3000";
  const headers = { origin, "x-client-address": address };
  const body = JSON.stringify({ token: "x", password: "a long password" });
  return (await answerJoin(gateway.gateway, new Request(`${origin}/api/join`, { method: "POST", headers, body })))
    .status;
}

it("allows 20 attempts a minute for each IPv4 address and each IPv6 /64 network", async () => {
  for (const addressOf of [() => "203.0.113.5", (index: number) => `2001:db8:3:4::${index.toString(16)}`]) {
    const statuses = [];
    for (let index = 0; index < 22; index++) statuses.push(await join(addressOf(index)));
    expect(statuses.map((status) => status === 429)).toEqual([...Array(20).fill(false), true, true]);
  }
});
