import { createHmac, randomBytes } from "node:crypto";
import { lookup as lookUpName } from "node:dns";
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { DeliveryError } from "#lib/domain/webhooks.ts";
import { writeSlackText } from "#lib/domain/webhooks.ts";
import { agentFor } from "#server/base/proxied-agent.ts";
import { proxyFor } from "#server/base/proxy-for.ts";
import { within } from "#server/base/within.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { WebhookTarget } from "./webhook-settings.ts";

/** IPv6 addresses outside this network are not assigned to the public internet, whatever ipaddr.js calls them. */
const GLOBAL_6 = ipaddr.parseCIDR("2000::/3");
/** NAT64: the last 32 bits are the IPv4 address that a gateway of the network connects to (RFC 6052). */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Returns whether an IP address is on the public internet. Returns false for private, loopback, link-local (cloud
 * metadata services), reserved and documentation addresses, and for text that is not an IP address. An IPv4 address
 * within an IPv6 address is judged as an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads spellings such as 0177.1. An IPv6 address with a zone (`fe80::1%eth0`) is link-local.
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    return ipaddr.fromByteArray(address.toByteArray().slice(-4)).range() === "unicast";
  }
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_6));
}

// Follows Standard Webhooks 1.0: https://www.standardwebhooks.com

const SECRET_BYTES = 32;
const PREFIX = "whsec_";

export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  readonly id: string;
  /** Time of the delivery attempt. */
  readonly at: Date;
  readonly body: string;
}

export function signatureHeaders(secret: string, { id, at, body }: SignedMessage): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

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

/** Makes one attempt to send a message: signed as it is, or as a sentence for Slack. */
export function sendMessage(
  { config }: Pick<ConsoleContext, "config">,
  { url, secret }: WebhookTarget,
  message: SignedMessage,
  signal: AbortSignal,
): Promise<WebhookReply> {
  const text = () => JSON.stringify({ text: writeSlackText(JSON.parse(message.body)) });
  const [body, signature] = secret === null ? [text(), {}] : [message.body, signatureHeaders(secret, message)];
  const headers = { "content-type": "application/json", "user-agent": "forecasting-gateway", ...signature };
  return postWebhook({ url, headers, body, allowPrivate: config.webhookAllowPrivate, signal });
}
