import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** IPv6 addresses outside this network are not assigned to the public internet, whatever ipaddr.js calls them. */
const GLOBAL_6 = ipaddr.parseCIDR("2000::/3");
/** NAT64: the last 32 bits are the IPv4 address that a gateway of the network connects to (RFC 6052). */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Returns whether an IP address is on the public internet. Returns false for private, loopback, link-local (cloud
 * metadata services), reserved and documentation addresses, and for text that is not an IP address. An IPv4 address
 * within an IPv6 address is judged as an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads spellings such as 0177.1. An IPv6 address with a zone (`fe80::1%eth0`) is link-local.
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    return ipaddr.fromByteArray(address.toByteArray().slice(-4)).range() === "unicast";
  }
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_6));
}
