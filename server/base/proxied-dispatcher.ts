import { Agent, type Client, type Dispatcher, Pool, ProxyAgent, setGlobalDispatcher } from "undici";
import { proxyFor } from "./proxy-for.ts";

/** Returns a dispatcher through a proxy. `timeout` limits each handshake: with the proxy, for the tunnel, with the target. */
export function throughProxy({ href: uri }: URL, timeout: number, options: Client.Options): Dispatcher {
  const tls = { timeout, allowH2: false };
  return new ProxyAgent({
    ...options,
    uri,
    proxyTls: tls,
    requestTls: tls,
    // undici itself would wait for a silent proxy for ever.
    clientFactory: (url, own) => new Pool(url, { ...own, headersTimeout: timeout }),
    factory: (origin, own) => new Pool(origin, { ...options, ...own }),
  });
}

/** Sends the requests of the global fetch through the proxies, because libraries such as better-auth call it. */
export function proxyGlobalFetch(): void {
  const factory = (origin: string | URL, options: Pool.Options) => {
    const proxy = proxyFor(new URL(origin));
    return proxy === undefined ? new Pool(origin, options) : throughProxy(proxy, 5_000, options);
  };
  setGlobalDispatcher(new Agent({ allowH2: false, factory }));
}
