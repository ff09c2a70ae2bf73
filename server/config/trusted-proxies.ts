import { BlockList, isIP, isIPv6 } from "node:net";

/** The IP addresses and networks of reverse proxies whose `X-Forwarded-For` header is trusted. */
export type TrustedProxies = Pick<BlockList, "check">;

/**
 * Parses a list of IP addresses and networks such as `10.0.0.0/8`, separated by commas or white space. Throws an Error
 * that quotes the first invalid entry.
 */
export function parseProxies(list: string): BlockList {
  const proxies = new BlockList();
  for (const entry of list.split(/[\s,]+/).filter((each) => each !== "")) {
    const [address = "", prefix, ...rest] = entry.split("/");
    const most = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? most : Number(prefix);
    // A network of all addresses would trust every caller.
    const valid =
      isIP(address) !== 0 && rest.length === 0 && /^\d*$/.test(prefix ?? "") && length > 0 && length <= most;
    if (!valid) throw new Error(`"${entry}" is neither an IP address nor a network such as 10.0.0.0/8`);
    proxies.addSubnet(address, length, isIPv6(address) ? "ipv6" : "ipv4");
  }
  return proxies;
}

export function isTrusted(proxies: TrustedProxies, address: string): boolean {
  return isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
