import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { until } from "#test/until.ts";
import { peerKey, readUnacknowledgedBytes } from "./unacknowledged-bytes.ts";

const BYTES = 20_000_000;
const unavailable = existsSync("/proc/net/tcp") ? false : "this system has no /proc/net/tcp";

/** A server that sends 20 MB, and a client that has read nothing of it yet. */
async function openPair(listenOn: string, connectTo: string) {
  const server = createServer();
  server.listen(0, listenOn);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const client = connect({ port: address.port, host: connectTo }).pause();
  const [socket]: Socket[] = await once(server, "connection");
  if (socket === undefined) throw new Error("there is no connection");
  // The client leaves amid the answer in one test.
  socket.on("error", () => {}).write(Buffer.alloc(BYTES));
  const unacknowledged = async () =>
    (await readUnacknowledgedBytes(server)).get(peerKey(socket.remoteAddress, socket.remotePort));
  return { server, client, socket, unacknowledged };
}

describe.skipIf(unavailable)("the bytes that a peer has not acknowledged", () => {
  it.each([
    ["IPv4", "127.0.0.1", "127.0.0.1"],
    ["IPv6", "::1", "::1"],
    ["IPv4 on a socket of both", "::", "127.0.0.1"],
  ])("are counted while it reads nothing, and gone when it has read: %s", async (_, listenOn, connectTo) => {
    const { server, client, socket, unacknowledged } = await openPair(listenOn, connectTo);
    const held = await until("the kernel holds some of it", unacknowledged);
    expect(held).toBeLessThanOrEqual(BYTES);
    client.resume();
    // The kernel has nothing for a moment whenever this process is late with more.
    await until("all of it is sent", () => socket.writableLength === 0 || undefined);
    await until("all of it is acknowledged", async () => (await unacknowledged()) === undefined || undefined);
    client.destroy();
    server.close();
  });
});
