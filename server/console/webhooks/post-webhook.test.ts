import type { LookupFunction } from "node:net";
import { describe, expect, it } from "vitest";
import { type Certificate, TRUSTED, trustAuthority, UNTRUSTED } from "#test/certificates.ts";
import { listen } from "#test/listen.ts";
import { isPermittedUrl, postWebhook, type WebhookCall } from "./post-webhook.ts";

const never = new AbortController().signal;
const plain = { headers: {}, body: "{}", allowPrivate: false, signal: never } as const;

/** Returns a DNS resolver that always returns these addresses. */
const resolvesTo = (...addresses: readonly string[]): LookupFunction => {
  return (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
};

describe("a webhook where private addresses are not permitted", () => {
  it.each([
    ...["http://example.com/", "http://8.8.8.8/", "https://127.0.0.1/", "https://127.1/", "https://0x7f000001/"],
    ...[
      "https://2130706433/",
      "https://017700000001/",
      "https://10.1.2.3/",
      "https://169.254.169.254/latest/meta-data",
    ],
    ...["https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:169.254.169.254]/", "https://[fe80::1]/"],
    ...["https://[fd00:ec2::254]/", "https://[64:ff9b::a9fe:a9fe]/", "https://0/"],
  ])("is not sent to %s", async (url) => {
    expect(isPermittedUrl(url, false)).toBe(false);
    expect(await postWebhook({ ...plain, url })).toEqual({ error: "address" });
  });

  it.each([
    { name: "a private address", addresses: ["10.0.0.1"] },
    { name: "loopback", addresses: ["127.0.0.1"] },
    { name: "the metadata service of a cloud", addresses: ["169.254.169.254"] },
    { name: "an IPv4 loopback address mapped to IPv6", addresses: ["::ffff:127.0.0.1"] },
    { name: "a public and a private address", addresses: ["93.184.216.34", "::1"] },
  ])("is not sent to a host name that resolves to $name", async ({ addresses }) => {
    const lookUp = resolvesTo(...addresses);
    expect(isPermittedUrl("https://hooks.example.com/", false)).toBe(true);
    expect(await postWebhook({ ...plain, url: "https://hooks.example.com/", lookUp })).toEqual({ error: "address" });
  });

  it("is not sent to localhost with the system resolver", async () => {
    expect(await postWebhook({ ...plain, url: "https://localhost/" })).toEqual({ error: "address" });
  });

  it("resolves the host name only once, so it connects to the checked address", async () => {
    let asked = 0;
    const lookUp: LookupFunction = (name, options, done) => {
      asked++;
      // The second lookup would return a private address.
      return resolvesTo(asked === 1 ? "10.0.0.1" : "127.0.0.1")(name, options, done);
    };
    expect(await postWebhook({ ...plain, url: "https://hooks.example.com/", lookUp })).toEqual({ error: "address" });
    expect(asked).toBe(1);
  });
});

describe("a webhook where private addresses are permitted", () => {
  const post = (url: string, rest: Partial<WebhookCall> = {}) =>
    postWebhook({ ...plain, allowPrivate: true, url, ...rest });

  it("returns the response status and follows no redirects", async () => {
    let other = 0;
    const target = await listen((_, response) => {
      other++;
      response.end();
    });
    const receiver = await listen((request, response) => {
      response.writeHead(request.url === "/away" ? 302 : 204, { location: `${target.origin}/` }).end();
    });
    expect(await post(`${receiver.origin}/here`)).toEqual({ status: 204 });
    expect(await post(`${receiver.origin}/away`)).toEqual({ status: 302 });
    expect(other).toBe(0);
    await Promise.all([receiver.leave(), target.leave()]);
  });

  it("stops reading an endless response", async () => {
    const receiver = await listen((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(await post(receiver.origin)).toEqual({ status: 200 });
  });

  it("times out without a response", async () => {
    const receiver = await listen(() => {});
    expect(await post(receiver.origin, { timeoutMs: 20 })).toEqual({ error: "timeout" });
  });

  it("distinguishes a failed connection from an unknown host name", async () => {
    const receiver = await listen(() => {});
    await receiver.leave();
    expect(await post(receiver.origin)).toEqual({ error: "connection" });
    const lookUp: LookupFunction = (_name, _options, done) =>
      done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
    expect(await post("http://nowhere.example.com/", { lookUp })).toEqual({ error: "name" });
  });

  it("ends immediately when the process stops", async () => {
    const stop = new AbortController();
    const receiver = await listen(() => stop.abort());
    await expect(post(receiver.origin, { signal: stop.signal })).rejects.toThrow();
  });
});

describe("a webhook with TLS", () => {
  trustAuthority();

  /** Posts a webhook to a local server that uses this certificate. The URL has this host name. */
  async function postTo(certificate: Certificate, name: string) {
    let posts = 0;
    const receiver = await listen((_, response) => {
      posts++;
      response.writeHead(204).end();
    }, certificate);
    const url = new URL(receiver.origin);
    url.hostname = name;
    const lookUp = resolvesTo("127.0.0.1");
    const reply = await postWebhook({ ...plain, allowPrivate: true, url: url.href, lookUp });
    await receiver.leave();
    return { reply, posts };
  }

  it("is sent if the certificate is trusted and matches the host name", async () => {
    expect(await postTo(TRUSTED, "server.example.org")).toEqual({ reply: { status: 204 }, posts: 1 });
  });

  it("is not sent if the certificate is untrusted or for another host name", async () => {
    expect(await postTo(UNTRUSTED, "server.example.org")).toEqual({ reply: { error: "tls" }, posts: 0 });
    expect(await postTo(TRUSTED, "other.example.org")).toEqual({ reply: { error: "tls" }, posts: 0 });
  });

  it("is not sent to a server without a certificate", async () => {
    const receiver = await listen((_, response) => response.end());
    const url = receiver.origin.replace("http:", "https:");
    expect(await postWebhook({ ...plain, allowPrivate: true, url })).toEqual({ error: "connection" });
  });
});
