import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isTrusted, type TrustedProxies } from "#server/config/trusted-proxies.ts";

export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Sets CLIENT_ADDRESS_HEADER, which the sign-in limits read. Replaces any value that the caller sent. */
export function nameClient(request: IncomingMessage, proxies: TrustedProxies): void {
  const { remoteAddress = "" } = request.socket;
  request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(remoteAddress, request.headers["x-forwarded-for"], proxies);
}

/**
 * Returns the peer's address or, behind trusted proxies, the last address in `X-Forwarded-For` that is not a trusted
 * proxy. Each proxy appends the address of its peer; the caller can forge earlier entries.
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

/** Removes the prefix `::ffff:` that an IPv4 address has on an IPv6 socket. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
