import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import { CLIENT_ADDRESS_HEADER } from "#server/auth/auth.ts";

const nearby = new BlockList();
nearby.addSubnet("127.0.0.0", 8, "ipv4");
nearby.addSubnet("10.0.0.0", 8, "ipv4");
nearby.addSubnet("172.16.0.0", 12, "ipv4");
nearby.addSubnet("192.168.0.0", 16, "ipv4");
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");

/**
 * Tells Next's side who calls, for the limit on sign-ins: the peer's address, or, where the peer is a proxy nearby, the
 * last address that it added. What the caller itself wrote into the header is replaced.
 */
export function nameClient(request: IncomingMessage): void {
  const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  const viaProxy = forwarded !== undefined && forwarded !== "" && nearby.check(peer, isIPv6(peer) ? "ipv6" : "ipv4");
  request.headers[CLIENT_ADDRESS_HEADER] = viaProxy ? forwarded : peer;
}
