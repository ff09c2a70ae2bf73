import { Agent as PlainAgent } from "node:http";
import { Agent, type RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import { proxyFor } from "./proxy-for.ts";

/** Limits CONNECT and TLS with the target to 5 s together. Node's agent would wait for the target forever. */
class TunnelAgent extends Agent {
  override createConnection(options: RequestOptions, done?: (error: Error | null, socket: Duplex) => void) {
    const settle = (error: Error | null, socket: Duplex) => {
      clearTimeout(timer);
      // After a refusal, Node leaves the connection to the proxy open.
      if (error) tunnel?.destroy();
      done?.(error, socket);
      done = undefined;
    };
    const tunnel = super.createConnection(options, settle);
    const late = Object.assign(new Error("the proxy made no connection in time"), { code: "ETIMEDOUT" });
    const timer = setTimeout(() => tunnel && settle(late, tunnel), 5_000);
    return tunnel;
  }
}

/** Returns an agent for requests to `url` that keeps no idle connections; undefined without a proxy. */
export function agentFor(url: URL, isWebhook = false): PlainAgent | undefined {
  const proxy = proxyFor(url, isWebhook);
  if (proxy === undefined) return undefined;
  // Cast, because Next's types require NODE_ENV in ProcessEnv.
  const proxyEnv = { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href } as NodeJS.Dict<string> as NodeJS.ProcessEnv;
  return url.protocol === "https:" ? new TunnelAgent({ proxyEnv }) : new PlainAgent({ proxyEnv });
}
