import { connect, createServer, type Socket } from "node:net";
import { cleanUp } from "./clean-up.ts";
import { listenOn } from "./listen.ts";

/** A TCP proxy that a test can freeze. A frozen proxy accepts connections and bytes, but forwards nothing. */
export interface FreezableProxy {
  /** The target's URL with the host and port of the proxy. */
  readonly url: string;
  freeze(): void;
  /** Resumes, and forwards the bytes received while frozen. */
  thaw(): void;
}

/** Starts a proxy, which closes after the test or the test file. Calls `onRequest` with each client's bytes before they are forwarded. */
export async function startProxy(target: string, onRequest?: (bytes: Buffer) => void): Promise<FreezableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  const pass = (step: () => void) => {
    if (held === undefined) step();
    else held.push(step);
  };
  const link = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("data", (chunk) => pass(() => to.write(chunk)));
    from.on("end", () => pass(() => to.end()));
    from.on("error", () => pass(() => to.destroy()));
    from.on("close", () => sockets.delete(from));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port || 5432), allowHalfOpen: true });
    if (onRequest !== undefined) client.on("data", onRequest);
    link(client, upstream);
    link(upstream, client);
  });
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(await listenOn(server));
  cleanUp(() => {
    for (const socket of sockets) socket.destroy();
  });
  const thaw = () => {
    const steps = held ?? [];
    held = undefined;
    for (const step of steps) step();
  };
  return {
    url: url.href,
    freeze() {
      held ??= [];
      // Thaws before the clean-up of clients that wait for an answer.
      cleanUp(thaw);
    },
    thaw,
  };
}
