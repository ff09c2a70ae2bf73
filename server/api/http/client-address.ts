import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { CLIENT_ADDRESS_HEADER } from "#server/api/auth/auth.ts";
import { isTrusted, type TrustedProxies } from "#server/trusted-proxies.ts";

/** Tells Next's side who calls, for the limits on sign-ins. What the caller itself wrote into the header is replaced. */
export function nameClient(request: IncomingMessage, proxies: TrustedProxies): void {
  const { remoteAddress = "" } = request.socket;
  request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(remoteAddress, request.headers["x-forwarded-for"], proxies);
}

/**
 * The address of the caller: the peer, unless it is a trusted proxy. Then it is the last address in `X-Forwarded-For`
 * that no trusted proxy has: each proxy appends the peer that it saw, and what stands before is the caller's own text.
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

/** Without the form that an IPv4 address has on a socket of IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
