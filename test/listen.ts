import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Certificate } from "./certificates.ts";

/** A real server on its own port; tests can count and close its connections. */
export interface Listening {
  readonly origin: string;
  openConnections(): number;
  /** Stops listening; `comeBack` listens on the same port again. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Refuses new connections and keeps open ones. */
  refuseNew(): void;
}

/** Starts a server, with TLS if there is a certificate. */
export async function listen(answer: RequestListener, certificate?: Certificate): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const listenAt = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listenAt(0);
  return {
    origin: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    openConnections: () => sockets.size,
    async leave() {
      const left = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await left;
    },
    refuseNew: () => void server.close(),
    comeBack: async () => void (await listenAt(port)),
  };
}

/** Reads the body of a request; undefined if the caller disconnected. */
export async function readText(request: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString("utf8");
}
