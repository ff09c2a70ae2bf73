import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "#server/config/read-config.ts";
import { proxyFor, setProxies } from "./proxy-for.ts";

afterAll(() => setProxies(undefined));

const PROXIES = { HTTP_PROXY: "http://plain:3128", HTTPS_PROXY: "https://user:p%40ss%3A@secure" };

/** Returns the host name of the proxy for a URL. */
function find(url: string, environment: Record<string, string> = {}): string | undefined {
  setProxies(readConfig({ ...PROXIES, ...environment }));
  return proxyFor(new URL(url))?.hostname;
}

it.each([
  ["*", ["http://a", "https://[::1]:1/"], []],
  [
    "example.org",
    ["https://example.org/", "http://EXAMPLE.org.:80"],
    ["https://a.example.org", "https://xexample.org"],
  ],
  [
    ".example.org",
    ["https://example.org/", "https://a.b.Example.org"],
    ["https://xexample.org", "https://example.com"],
  ],
  [
    "*.example.org",
    ["https://a.example.org", "https://a.b.example.org"],
    ["https://example.org", "https://xexample.org"],
  ],
  ["EXAMPLE.org:8443", ["https://example.org:8443", "http://example.org:8443"], ["https://example.org"]],
  ["a:443 ,\tb:80", ["https://a", "http://b"], ["http://a", "https://b", "https://a:80"]],
  [".example.org:443", ["https://a.example.org"], ["http://a.example.org"]],
  ["127.0.0.1", ["http://127.0.0.1:9", "http://127.1"], ["http://127.0.0.2"]],
  ["::1", ["http://[::1]", "http://[0:0::1]:8"], ["http://[::2]"]],
  ["[2001:DB8::0:1]", ["http://[2001:db8::1]:8"], ["http://[2001:db8::2]"]],
  ["[::1]:8080", ["http://[::1]:8080"], ["http://[::1]"]],
  ["2001:db8:0:0:0:0:0:1", ["https://[2001:db8::1]"], ["https://[2001:db8::2]"]],
])("NO_PROXY=%s", (NO_PROXY, direct, proxied) => {
  expect(direct.filter((url) => find(url, { NO_PROXY }) !== undefined)).toEqual([]);
  expect(proxied.filter((url) => find(url, { NO_PROXY }) === undefined)).toEqual([]);
});

it("chooses the proxy by the target's scheme, and bypasses loopback by default", () => {
  expect([find("http://a"), find("https://a")]).toEqual(["plain", "secure"]);
  expect(["http://localhost:1", "https://127.0.0.1", "http://[::1]"].map((url) => find(url))).toEqual(
    Array(3).fill(undefined),
  );
});

it("prefers lower-case variables, and never connects through an empty or undefined proxy", () => {
  expect(find("https://a", { https_proxy: "http://lower" })).toBe("lower");
  expect(find("https://a", { no_proxy: "a", NO_PROXY: "b" })).toBeUndefined();
  fc.assert(
    fc.property(fc.webUrl(), fc.constantFrom({}, { HTTP_PROXY: "", https_proxy: "" }), (url, environment) => {
      setProxies(readConfig(environment));
      expect(proxyFor(new URL(url))).toBeUndefined();
    }),
  );
});
