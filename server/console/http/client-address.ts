import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isTrusted, type TrustedProxies } from "#server/config/trusted-proxies.ts";

/** Set by main.ts to the caller's address; a value sent by the caller is replaced. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Passes the caller's address to Next for the sign-in limits. Replaces any value that the caller sent. */
export function nameClient(request: IncomingMessage, proxies: TrustedProxies): void {
  const { remoteAddress = "" } = request.socket;
  request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(remoteAddress, request.headers["x-forwarded-for"], proxies);
}

/**
 * The caller's address: the peer, or behind trusted proxies the last address in `X-Forwarded-For` that is not a trusted
 * proxy. Each proxy appends the peer that it saw; earlier entries are the caller's own text.
 */
export function clientAddress(
  peer: string,
  forwarded: string | readonly string[] | undefined,
  proxies: TrustedProxies,
): string {
  const path = [forwarded ?? []].flat().join(",").split(",");
  let address = plain(peer);
  while (isTrusted(proxies, address)) {
    const before = plain(path.pop()?.trim() ?? "");
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** An IPv4 address without the prefix that it has on an IPv6 socket (`::ffff:`). */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
