import { isIPv6 } from "node:net";

/** The settings HTTP_PROXY, HTTPS_PROXY, NO_PROXY (in lower case) and WEBHOOK_PROXY. */
export interface ProxySettings {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: readonly string[];
  readonly webhookProxy: boolean;
}

let active: ProxySettings | undefined;

/** Sets what proxyFor() returns. Call applyProxies() to use the proxies for the global fetch too. */
export function setProxies(settings: ProxySettings | undefined): void {
  active = settings;
}

/** Returns the proxy for an http or https URL; undefined if the connection is direct. */
export function proxyFor(url: URL, isWebhook = false): URL | undefined {
  if (isWebhook && !active?.webhookProxy) return undefined;
  const proxy = url.protocol === "https:" ? active?.httpsProxy : active?.httpProxy;
  if (!proxy || active?.noProxy.some((entry) => isBypassed(entry, url))) return undefined;
  return new URL(proxy);
}

/** Whether an entry of NO_PROXY includes a URL's host. The forms are those of Node's own NO_PROXY, and IPv6 addresses. */
function isBypassed(entry: string, { protocol, hostname, port }: URL): boolean {
  const host = hostname.replace(/\.$/, "");
  // An IPv6 address without brackets does not match.
  const [, bracketed, name = bracketed ?? entry, onlyPort] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== (port || (protocol === "https:" ? "443" : "80"))) return false;
  if (isIPv6(name)) return host === new URL(`http://[${name}]`).hostname;
  if (name.startsWith(".")) return `.${host}`.endsWith(name);
  if (name.startsWith("*.")) return host.endsWith(name.slice(1));
  return name === "*" || name === host;
}
