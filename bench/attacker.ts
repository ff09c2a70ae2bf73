import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** Opens connections that each send one request. Runs in a separate process; see bench/attack.ts. */
export interface Attack {
  readonly port: number;
  /** New connections per second; with `leaveAfterMs` undefined, connections at a time. */
  readonly rate: number;
  /** Milliseconds after which a connection is closed; undefined: once the answer has arrived. */
  readonly leaveAfterMs: number | undefined;
  /** The bytes of each request. */
  readonly bytes: string;
}

const TICK_MS = 20;
const { port, rate, leaveAfterMs, bytes }: Attack = JSON.parse(readFileSync(0, "utf8"));

function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("error", () => {}).resume();
    socket.once("close", () => resolve());
    if (leaveAfterMs !== undefined) setTimeout(() => socket.destroy(), leaveAfterMs);
  });
}

async function repeat(): Promise<void> {
  for (;;) await open();
}

if (leaveAfterMs === undefined) {
  for (let index = 0; index < rate; index++) void repeat();
} else {
  const since = performance.now();
  let opened = 0;
  setInterval(() => {
    for (const due = ((performance.now() - since) * rate) / 1_000; opened < due; opened++) void open();
  }, TICK_MS);
}
