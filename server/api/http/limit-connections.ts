import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { latestExchange } from "./exchanges.ts";
import { peerKey, readUnacknowledgedBytes } from "./unacknowledged-bytes.ts";
import { watchIdle } from "./watch-idle.ts";
import { watchReaders } from "./watch-readers.ts";

const LOOK_EVERY_MS = 1_000;
/** Clients get a shorter time in `Keep-Alive`, because a request sent at its end needs time to arrive. */
const TOLD_LESS_MS = 1_000;

export interface LimitConnectionsOptions {
  /** How long an idle connection stays open for the next request. */
  readonly keepAliveMs: number;
  /** In milliseconds. */
  readonly now?: () => number;
}

/** Closes connections whose reader is too slow and connections that are idle. */
export function limitConnections(server: Server, options: LimitConnectionsOptions): void {
  const { keepAliveMs, now = () => performance.now() } = options;
  const peers = new Map<Socket, string>();
  const readers = watchReaders<Socket>(async () => {
    const bytes = await readUnacknowledgedBytes(server);
    return (socket) => bytes.get(peers.get(socket) ?? "") ?? 0;
  });
  const idle = watchIdle<Socket>({ keepAliveMs, lastAnswered, hasReadAll: readers.hasReadAll });
  server.keepAliveTimeout = Math.max(1, keepAliveMs - TOLD_LESS_MS);
  // With a listener, node does not close timed-out connections itself.
  server.on("timeout", () => {});
  server.on("connection", (socket: Socket) => {
    peers.set(socket, peerKey(socket.remoteAddress, socket.remotePort));
    readers.add(socket);
    socket.once("close", () => {
      peers.delete(socket);
      readers.remove(socket);
    });
  });
  void repeat(LOOK_EVERY_MS, () => readers.look(now()));
  void repeat(LOOK_EVERY_MS, () => idle.look(peers.keys(), now()));
}

function lastAnswered(socket: Socket): object | undefined {
  const exchange = latestExchange(socket);
  return exchange?.response.closed ? exchange : undefined;
}

async function repeat(everyMs: number, work: () => Promise<void> | void): Promise<void> {
  for (;;) {
    await delay(everyMs, undefined, { ref: false });
    await work();
  }
}
