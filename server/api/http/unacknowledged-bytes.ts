import { readFile } from "node:fs/promises";
import { type Server, SocketAddress } from "node:net";
import { endianness } from "node:os";

/** Linux lists the connections of this network namespace here. Other systems have no such files. */
const TABLES = { IPv4: "/proc/net/tcp", IPv6: "/proc/net/tcp6" };

/** Bytes that the kernel holds per peer, by `peerKey`. Peers that have acknowledged everything are left out. */
export type UnacknowledgedBytes = ReadonlyMap<string, number>;

export function peerKey(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`;
}

/**
 * Reads from the kernel how many sent bytes of each connection are not acknowledged: node:net counts them as written,
 * but they use memory until the reader accepts them. Empty on systems without these tables. Takes a few milliseconds in
 * another thread, whatever the number of connections.
 */
export async function readUnacknowledgedBytes(server: Server): Promise<UnacknowledgedBytes> {
  const address = server.address();
  if (address === null || typeof address === "string") return new Map();
  // A server that listens on IPv6 also has its IPv4 connections in the IPv6 table.
  const path = address.family === "IPv4" ? TABLES.IPv4 : TABLES.IPv6;
  const table = await readFile(path, "latin1").catch(() => "");
  return new Map(parseTable(table, address.port));
}

/** Line format: `28: 0100007F:8C91 0100007F:93B2 01 000D4E40:00000000 …`: local and peer address, state, send queue. */
function parseTable(table: string, port: number): [peer: string, bytes: number][] {
  const line = new RegExp(
    String.raw`: [\dA-F]+:${toHex(port, 4)} ([\dA-F]+):([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):`,
    "g",
  );
  const found: [string, number][] = [];
  for (const [, address = "", peerPort = "", queue = ""] of table.matchAll(line)) {
    const bytes = Number.parseInt(queue, 16);
    if (bytes > 0) found.push([peerKey(readAddress(address), Number.parseInt(peerPort, 16)), bytes]);
  }
  return found;
}

/** Converts an address to the form of `socket.remoteAddress`. The kernel prints words in the machine's byte order. */
function readAddress(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  if (endianness() === "LE") bytes.swap32();
  if (bytes.length === 4) return bytes.join(".");
  const groups = bytes.toString("hex").match(/.{4}/g) ?? [];
  return new SocketAddress({ family: "ipv6", address: groups.join(":") }).address;
}

function toHex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
