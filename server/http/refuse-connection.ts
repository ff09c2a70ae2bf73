import type { Duplex } from "node:stream";
import { v7 as uuid } from "uuid";
import { refusal } from "./http-answer.ts";

/** Answers, in JSON like every refusal, what node:http could not read as a request. */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  refuse(socket, ...reasonOf(error.code));
}

/** Answers CONNECT: this is no proxy. */
export function refuseTunnel(_: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  refuse(socket, 405, "Method Not Allowed", "This method is not supported.");
}

function refuse(socket: Duplex, status: number, reason: string, message: string): void {
  const { headers, body } = refusal(status, uuid(), message);
  const all = { ...headers, Connection: "close", "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}

function reasonOf(code: string | undefined): [status: number, reason: string, message: string] {
  if (code === "HPE_HEADER_OVERFLOW") {
    return [431, "Request Header Fields Too Large", "The request's headers are too large."];
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return [408, "Request Timeout", "The request did not arrive within 10 seconds."];
  }
  return [400, "Bad Request", "This is not a valid HTTP request."];
}
