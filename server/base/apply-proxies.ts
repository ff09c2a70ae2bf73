import { type ProxySettings, setProxies } from "./proxy-for.ts";

/** Sets the proxies of this process, also for the global fetch. The package undici is loaded only if there is one. */
export async function applyProxies(settings: ProxySettings | undefined): Promise<void> {
  setProxies(settings);
  if (!settings?.httpProxy && !settings?.httpsProxy) return;
  const { proxyGlobalFetch } = await import("./proxied-dispatcher.ts");
  proxyGlobalFetch();
}
