import { describe, expect, it } from "vitest";
import { TRUSTED, trustAuthority, UNTRUSTED } from "#test/certificates.ts";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { createMailer } from "./mailer.ts";

const LOGIN = { user: "forecasts", password: "a pass/word: of @mails" };
const TLS = ["from the start", "on request"] as const;

let server: MailServer;

trustAuthority();

/** Sends a mail to the test server. `change` edits the server's URL first. */
function send(change: (url: URL) => void = () => {}, login: Partial<typeof LOGIN> = LOGIN): Promise<void> {
  const url = new URL(server.url);
  url.username = login.user ?? "";
  url.password = encodeURIComponent(login.password ?? "");
  change(url);
  const mailer = createMailer({ url: url.href, from: "forecasts@example.org" }, "secret");
  const text = "Your submission was approved.\n";
  return mailer.send({
    to: "researcher@example.org",
    subject: "Approved",
    text,
    unsubscribeUrl: "http://localhost/off",
  });
}

describe.each(TLS)("a mail server with TLS %s and a login", (tls) => {
  it("receives mails if its certificate is trusted and the password is correct", async () => {
    server = await startMailServer({ tls, certificate: TRUSTED, login: LOGIN });
    await send();
    expect(server.received).toMatchObject([{ isSecure: true, user: LOGIN.user, to: ["researcher@example.org"] }]);
  });

  it("receives neither mail nor password if its certificate is not trusted, unless the URL allows it", async () => {
    server = await startMailServer({ tls, certificate: UNTRUSTED, login: LOGIN });
    await expect(send()).rejects.toThrow("self-signed certificate");
    expect(server.passwords).toEqual([]);
    expect(server.received).toEqual([]);
    await send((url) => url.searchParams.set("tls.rejectUnauthorized", "false"));
    expect(server.received).toMatchObject([{ isSecure: true }]);
  });

  it("receives nothing if its certificate is for another host name", async () => {
    server = await startMailServer({ tls, certificate: TRUSTED, login: LOGIN });
    const named = (url: URL) => {
      url.hostname = "localhost";
    };
    await expect(send(named)).rejects.toThrow("does not match certificate's altnames");
    expect(server.passwords).toEqual([]);
  });

  it("rejects a wrong password, and the error does not contain it", async () => {
    server = await startMailServer({ tls, certificate: TRUSTED, login: LOGIN });
    const wrong = "not the password";
    const error = await send(undefined, { ...LOGIN, password: wrong }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringMatching(/^SMTP_URL: .*535 Wrong name or password/) });
    expect(JSON.stringify(error) + String(error)).not.toContain(wrong);
    expect(server.passwords).toContain(wrong);
    expect(server.received).toEqual([]);
  });
});

describe("a mail server without TLS", () => {
  it("receives no password, unless the URL allows it", async () => {
    server = await startMailServer({ login: LOGIN });
    await expect(send()).rejects.toThrow("STARTTLS");
    expect(server.passwords).toEqual([]);
    await send((url) => url.searchParams.set("requireTLS", "false"));
    expect(server.received).toMatchObject([{ isSecure: false, user: LOGIN.user }]);
  });
});

it("uses TLS if the server offers TLS, even without a password", async () => {
  server = await startMailServer({ tls: "on request", certificate: TRUSTED });
  await send(undefined, {});
  expect(server.received).toMatchObject([{ isSecure: true, user: undefined }]);
});
