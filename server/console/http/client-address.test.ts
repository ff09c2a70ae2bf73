import { describe, expect, it } from "vitest";
import { parseProxies } from "#server/config/trusted-proxies.ts";
import { clientAddress } from "./client-address.ts";

describe("the address of a caller", () => {
  it("is the peer's address if no proxy is trusted, whatever X-Forwarded-For contains", () => {
    const none = parseProxies("");
    for (const peer of ["127.0.0.1", "10.0.0.1", "::1", "203.0.113.9"]) {
      expect(clientAddress(peer, "198.51.100.1", none)).toBe(peer);
      expect(clientAddress(peer, ["198.51.100.1", "198.51.100.2"], none)).toBe(peer);
    }
    expect(clientAddress("::ffff:203.0.113.9", undefined, none)).toBe("203.0.113.9");
  });

  it("is the last address that is not a trusted proxy", () => {
    const proxies = parseProxies("10.0.0.0/8, 2001:db8::1 192.0.2.7");
    expect(clientAddress("10.1.2.3", "198.51.100.1", proxies)).toBe("198.51.100.1");
    expect(clientAddress("::ffff:10.1.2.3", "made up, 198.51.100.1", proxies)).toBe("198.51.100.1");
    expect(clientAddress("2001:db8::1", "1.1.1.1, 198.51.100.1, 192.0.2.7,10.9.9.9", proxies)).toBe("198.51.100.1");
    expect(clientAddress("203.0.113.9", "198.51.100.1", proxies)).toBe("203.0.113.9");
  });

  it("is the proxy's own address if X-Forwarded-For has no valid address", () => {
    const proxies = parseProxies("10.0.0.0/8");
    for (const forwarded of [undefined, "", "unknown", "10.0.0.5, made up"]) {
      expect(clientAddress("10.1.2.3", forwarded, proxies)).toBe("10.1.2.3");
    }
  });
});

describe("the list of trusted proxies", () => {
  it.each(["nobody", "10.0.0.0/33", "10.0.0.0/", "::1/129", "10.0.0.0/8/8", "10.0.0.0/-1"])("refuses %s", (entry) => {
    expect(() => parseProxies(`127.0.0.1, ${entry}`)).toThrow(`"${entry}"`);
  });
});
