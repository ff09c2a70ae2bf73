import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Special-purpose networks of the IANA registry, multicast and reserved addresses. Includes networks that are globally
 * reachable but run no webhook receivers, such as AS112.
 */
const RESERVED_4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Networks within 2000::/3 that are not public, such as 6to4. No address outside 2000::/3 is public. */
const RESERVED_6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

const reserved = new BlockList();
for (const [network, prefix] of RESERVED_4) reserved.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of RESERVED_6) reserved.addSubnet(network, prefix, "ipv6");

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/**
 * Returns whether an IP address is on the public internet. Returns false for private, loopback, link-local (cloud
 * metadata services), reserved and documentation addresses, for IPv4 addresses mapped to IPv6, and for text that is not
 * an IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, "ipv4");
  // An IPv6 address with a zone (`fe80::1%eth0`) is link-local.
  if (!isIPv6(address) || address.includes("%")) return false;
  return global6.check(address, "ipv6") && !reserved.check(address, "ipv6");
}
