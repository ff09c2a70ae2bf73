import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Certificate } from "./certificates.ts";

export interface Listening {
  readonly origin: string;
  openConnections(): number;
  /** Closes all connections and stops listening; `comeBack` listens on the same port again. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Stops listening, but leaves open connections alone. */
  refuseNew(): void;
}

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

/** Returns the body of a request, or undefined if the client disconnected. */
export async function readText(request: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString("utf8");
}
