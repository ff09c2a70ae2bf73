import { once } from "node:events";
import { createServer, Server as HttpServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Certificate } from "./certificates.ts";
import { cleanUp } from "./clean-up.ts";

export interface Listening {
  readonly origin: string;
  openConnections(): number;
  /** Closes all connections and stops listening; `comeBack` listens on the same port again. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Stops listening, but leaves open connections alone. */
  refuseNew(): void;
}

/** Lets a server listen on a free port, and closes it after the test or the test file. Returns the port. */
export async function listenOn(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(() => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts an HTTP server, which leaves after the test or the test file. */
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
  const leave = async () => {
    const left = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await left;
  };
  cleanUp(leave);
  return {
    origin: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    openConnections: () => sockets.size,
    leave,
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
