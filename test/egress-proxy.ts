import { once } from "node:events";
import { createServer, request as forwardRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { cleanUp } from "./clean-up.ts";
import { listenOn } from "./listen.ts";

/** `silent` accepts connections and never answers; `mute` opens the tunnel and forwards nothing. */
export type ProxyBehaviour = "forward" | 407 | 502 | 503 | "reset" | "silent" | "mute";

/** An egress proxy on loopback: CONNECT for TLS, absolute-form for HTTP. Accepts only `credentials` if they are set. */
export async function startEgressProxy(behaviour: ProxyBehaviour, credentials?: string) {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const admit = ({ method, url, headers }: IncomingMessage) => {
    seen.push(`${method} ${url}`);
    return expected !== undefined && headers["proxy-authorization"] !== expected ? 407 : behaviour;
  };
  const server = createServer((request, response) => {
    const answer = admit(request);
    if (typeof answer === "number") return void response.writeHead(answer).end();
    if (answer !== "forward") return answer === "reset" ? void request.socket.resetAndDestroy() : undefined;
    const { "proxy-authorization": _, "proxy-connection": __, ...headers } = request.headers;
    const outgoing = forwardRequest(request.url ?? "", { method: request.method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(response);
    });
    request.pipe(outgoing);
  });
  server.on("connection", (socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", async (request, socket: Socket) => {
    const answer = admit(request);
    if (answer === "reset") return socket.resetAndDestroy();
    // Notices that the client closes the connection.
    if (answer !== "forward") socket.resume().on("end", () => socket.end());
    if (answer === "silent") return;
    if (typeof answer === "number") return socket.write(`HTTP/1.1 ${answer} Refused\r\ncontent-length: 0\r\n\r\n`);
    if (answer === "mute") return socket.write("HTTP/1.1 200 Established\r\n\r\n");
    const { hostname, port } = new URL(`http://${request.url}`);
    const target = connect(Number(port || 80), hostname);
    await once(target, "connect");
    socket.write("HTTP/1.1 200 Established\r\n\r\n");
    pipeline(socket, target, socket, () => {});
  });
  const port = await listenOn(server);
  cleanUp(() => {
    for (const socket of sockets) socket.destroy();
  });
  const user = credentials?.split(":").map(encodeURIComponent).join(":");
  return {
    url: `http://${user === undefined ? "" : `${user}@`}127.0.0.1:${port}`,
    /** Method and target of each request, such as "CONNECT 127.0.0.1:443". */
    seen,
    openConnections: () => sockets.size,
  };
}
