import { lookup as lookUpName } from "node:dns";
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { DeliveryError } from "#lib/domain/webhooks.ts";
import { agentFor } from "#server/base/proxied-agent.ts";
import { proxyFor } from "#server/base/proxy-for.ts";
import { within } from "#server/base/within.ts";
import { isPublicAddress } from "./is-public-address.ts";

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Permits addresses that are not public, and plain HTTP. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  /** DNS resolver; a parameter for tests. */
  readonly lookUp?: LookupFunction;
  readonly timeoutMs?: number;
}

/** HTTP status and `Retry-After` header of the response, or the reason why there was no response. */
export type WebhookReply =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly error: DeliveryError };

const TIMEOUT_MS = 10_000;
/** Bytes. The response body is ignored, but reading a short body lets the exchange end normally. */
const MAX_BODY = 4_096;

/** Host names in private networks, which a proxy could resolve: without a dot, or under a private suffix. */
const PRIVATE_NAME = /^[^.]*\.?$|\.(localhost|local|internal|intranet|lan|home\.arpa)\.?$/;

/** Returns whether the URL is permitted. Without a proxy, the addresses of a host name are checked when it is resolved. */
export function isPermittedUrl(url: string, allowPrivate: boolean): boolean {
  if (allowPrivate) return true;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isPublic = isIP(host) > 0 ? isPublicAddress(host) : !usesProxy(url) || !PRIVATE_NAME.test(host);
  return protocol === "https:" && isPublic;
}

const usesProxy = (url: string) => proxyFor(new URL(url), true) !== undefined;

/** Returns why a URL's host cannot be used: its name is not found, or one of its addresses is not permitted. */
export async function findAddressError(
  url: string,
  allowPrivate: boolean,
  lookUp: LookupFunction = lookUpName,
): Promise<DeliveryError | undefined> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) > 0 || usesProxy(url)) return undefined;
  const { promise, resolve } = Promise.withResolvers<DeliveryError | undefined>();
  (allowPrivate ? lookUp : publicOnly(lookUp))(host, { all: true }, (error) =>
    resolve(error === null ? undefined : classify(error)),
  );
  return within(TIMEOUT_MS, promise).catch(() => "name");
}

class RefusedAddress extends Error {}

/** Sends one POST on a new connection. Follows no redirects. Rejects only if the signal aborts. */
export function postWebhook(call: WebhookCall): Promise<WebhookReply> {
  const { url, headers, body, allowPrivate, signal, lookUp = lookUpName, timeoutMs = TIMEOUT_MS } = call;
  if (!isPermittedUrl(url, allowPrivate)) return Promise.resolve({ error: "address" });
  return new Promise((resolve, reject) => {
    let reply: WebhookReply | undefined;
    let late = false;
    const outgoing = (url.startsWith("https:") ? requestSecure : requestPlain)(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      agent: agentFor(new URL(url), true) ?? false,
      lookup: allowPrivate ? lookUp : publicOnly(lookUp),
      signal,
    });
    const end = (error?: unknown) => {
      clearTimeout(timer);
      if (signal.aborted) reject(signal.reason);
      else if (reply !== undefined) resolve(reply);
      else resolve({ error: late ? "timeout" : classify(error) });
    };
    const timer = setTimeout(() => {
      late = true;
      outgoing.destroy();
    }, timeoutMs);
    outgoing.once("response", (response) => {
      reply = { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > MAX_BODY) outgoing.destroy();
      });
    });
    outgoing.on("error", end);
    outgoing.once("close", () => end());
    outgoing.end(body);
  });
}

/**
 * Wraps a DNS resolver so that it refuses a host name if any address of the name is not public. The socket connects to
 * the checked addresses, which prevents DNS rebinding.
 */
function publicOnly(lookUp: LookupFunction): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, options, (error, found, family) => {
      const addresses = typeof found === "string" ? [found] : (found ?? []).map(({ address }) => address);
      if (error === null && !addresses.every(isPublicAddress)) done(new RefusedAddress(), found, family);
      else done(error, found, family);
    });
  };
}

function classify(error: unknown): DeliveryError {
  if (error instanceof RefusedAddress) return "address";
  const code = String(Object(error).code ?? "");
  if (/^(ENOTFOUND|EAI_)/.test(code)) return "name";
  if (/CERT|^ERR_TLS|^UNABLE_TO/.test(code)) return "tls";
  return code === "ETIMEDOUT" ? "timeout" : "connection";
}
