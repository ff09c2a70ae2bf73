import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Networks that the IANA registries do not list as globally reachable, multicast, and IPv6 forms that map to an IPv4
 * address.
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

/** Exceptions within 2000::/3; no address outside it is public. */
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
 * Whether an IP address is on the public internet. False for private, loopback, link-local (cloud metadata services),
 * reserved and documentation addresses, for IPv4 in IPv6, and for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, "ipv4");
  // An address with a zone is link-local.
  if (!isIPv6(address) || address.includes("%")) return false;
  return global6.check(address, "ipv6") && !reserved.check(address, "ipv6");
}
