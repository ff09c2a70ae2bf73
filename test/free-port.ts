import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports below the ephemeral range of Linux and macOS, so that the system does not assign them to other sockets. */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * Returns a free TCP port and reserves it until this process exits: the UDP port of the same number stays bound, and
 * other callers skip such ports. A server may therefore stop and restart on the port.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error("no port is free");
}

async function reserve(port: number): Promise<boolean> {
  const socket = createSocket("udp4").bind({ port, address: "127.0.0.1", exclusive: true });
  const bound = await succeeds(once(socket, "listening"));
  if (bound) socket.unref();
  else socket.close();
  return bound;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const bound = await succeeds(once(server, "listening"));
  if (bound) await new Promise((resolve) => server.close(resolve));
  return bound;
}

function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
