import { expect, it } from "vitest";
import { watchEvents } from "#server/console/notices/watch-events.ts";
import { AUTHORITY_FILE, TRUSTED, UNTRUSTED } from "#test/certificates.ts";
import { signIn } from "#test/console-client.ts";
import { startMailServer } from "#test/mail-server.ts";
import { submitAndApprove } from "#test/review.ts";
import { startMain } from "#test/run-process.ts";
import { copySeededFolder } from "#test/seeded-folder.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { firstRunOf } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";

const LOGIN = { user: "forecasts", password: "the password of the mail server" };

const mailServer = await startMailServer({ tls: "from the start", certificate: TRUSTED, login: LOGIN });
const receivers = [await startWebhookReceiver(TRUSTED), await startWebhookReceiver(UNTRUSTED)] as const;

it("with a private certificate authority, a gateway sends mail and webhooks only to servers with its certificates", async () => {
  const dataDir = await copySeededFolder();
  const settings = {
    WEBHOOK_ALLOW_PRIVATE: "1",
    SMTP_URL: mailServer.url.replace("//", `//${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@`),
    MAIL_FROM: "forecasts@example.org",
  };
  // A first gateway queues a mail and sets up the webhooks; the gateway process under test then uses the same folder.
  const { gateway, researcher, reviewer, admin } = await signInRoles({ DATA_DIR: dataDir, ...settings });
  await submitAndApprove(researcher, reviewer);
  await watchEvents(gateway.gateway);
  const keys: string[] = [];
  for (const { url } of receivers) {
    const { credentialId } = await admin.call.credentials.issue({ name: "a backend" });
    await admin.call.channel.set({ owner: credentialId, format: "signed", url });
    keys.push(credentialId);
  }
  await gateway.stop();

  const server = await startMain(dataDir, { ...settings, NODE_EXTRA_CA_CERTS: AUTHORITY_FILE });
  const received = await until("the mail arrives", () => mailServer.received[0]);
  expect(received).toMatchObject({ isSecure: true, user: LOGIN.user });

  const session = await signIn(server.url, firstRunOf(dataDir).accounts.admin);
  const attempts = keys.map(async (credentialId) => {
    await session.mutate("channel.test", { owner: credentialId });
    return until("a delivery attempt is recorded", async () => {
      const shown = await session.query("channel.get", { owner: credentialId });
      return Object(shown).deliveries[0]?.attempts[0];
    });
  });
  expect(await Promise.all(attempts)).toMatchObject([
    { status: 204, error: null },
    { status: null, error: "tls" },
  ]);
  expect(receivers.map(({ received: { length } }) => length)).toEqual([1, 0]);
  expect((await server.end()).code).toBe(0);
  expect(server.output()).not.toContain(LOGIN.password);
});
