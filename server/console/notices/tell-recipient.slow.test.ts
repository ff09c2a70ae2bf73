import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createMailer } from "#server/console/mail/mailer.ts";
import { members } from "#server/db/member-schema.ts";
import { pendingNotices } from "#server/db/notify-schema.ts";
import { freeWork } from "#server/limits/work.ts";
import { findRoute } from "#server/process/routes.ts";
import { catchLog } from "#test/catch-log.ts";
import { TRUSTED, trustAuthority, UNTRUSTED } from "#test/certificates.ts";
import { addSession, type ConsoleSession, signInAs } from "#test/console-session.ts";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { approval, newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";
import { until } from "#test/until.ts";
import { tellRecipient } from "./tell-recipient.ts";
import { watchEvents } from "./watch-events.ts";

const mailServer = await startMailServer();
const SENDER = "Forecasts <forecasts@example.org>";
const SENDS_MAIL = { SMTP_URL: mailServer.url, MAIL_FROM: SENDER };
const HOUR = 3_600_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const { gateway, reviewer, admin } = await signInRoles(SENDS_MAIL, { now });
afterAll(async () => {
  await gateway.stop();
  await mailServer.stop();
});
trustAuthority();
beforeEach(() => {
  mailServer.received.length = 0;
  mailServer.take(true);
  // These tests call tellRecipient() directly. On a slow machine, the job queue could send the mail of an earlier test.
  vi.spyOn(gateway.gateway.jobs, "send").mockResolvedValue();
});

async function addressOf({ memberId }: ConsoleSession): Promise<string | undefined> {
  const { orm } = gateway.gateway.database;
  const [member] = await orm.select({ email: members.email }).from(members).where(eq(members.id, memberId));
  return member?.email;
}

async function isWaiting({ memberId }: ConsoleSession, { gateway: { database } }: TestGateway = gateway) {
  const isPending = and(eq(pendingNotices.recipient, memberId), isNull(pendingNotices.toldAt));
  return (await database.orm.select().from(pendingNotices).where(isPending)).length;
}

/** Sends the pending mail that is due within an hour. */
async function deliver({ memberId }: ConsoleSession): Promise<void> {
  await watchEvents(gateway.gateway);
  ahead += HOUR;
  await tellRecipient(gateway.gateway, memberId);
}

const SECRET = "A reason that no mail may repeat.";

describe("an e-mail to a member", () => {
  it("states the decision on their submission, with only the question's title and a link", async () => {
    const author = await addSession(gateway, "researcher");
    const request = newRequest();
    const submission = await author.call.submissions.submit({ request });
    await reviewer.call.reviews.decide({ ...approval(submission), quality: "changes", note: SECRET });
    await deliver(author);
    expect(mailServer.received).toHaveLength(1);
    const [mail] = mailServer.received;
    expect(mail?.from).toBe("forecasts@example.org");
    expect(mail?.to).toEqual([await addressOf(author)]);
    expect(mail?.header).toContain(`Subject: Changes requested: ${request.task.instructions}`);
    expect(mail?.header).toContain("Auto-Submitted: auto-generated");
    expect(mail?.text).toBe(
      [
        `Changes requested: ${request.task.instructions}`,
        `http://localhost:3000/submissions/${submission.submissionId}`,
        "",
        "To receive fewer e-mails or none, open your account settings: http://localhost:3000/settings/account",
        "",
      ].join("\r\n"),
    );
    expect(mail?.text).not.toContain(SECRET);
    expect(await isWaiting(author)).toBe(0);
  });

  it("goes to an assigned reviewer, not to the author or to a reviewer who assigned themselves", async () => {
    const author = await addSession(gateway, "researcher");
    const other = await addSession(gateway, "reviewer");
    const { submissionId } = await author.call.submissions.submit({ request: newRequest() });
    await admin.call.reviews.assign({ submissionId, reviewerId: other.memberId });
    for (const member of [author, other]) await deliver(member);
    expect(mailServer.received.map(({ to }) => to)).toEqual([[await addressOf(other)]]);
    expect(mailServer.received[0]?.text).toContain(`Assigned to you for review`);
    expect(mailServer.received[0]?.text).toContain(`http://localhost:3000/review/${submissionId}`);
    const { notices } = await other.call.notices.list();
    expect(notices.map(({ event }) => event.kind)).toEqual(["review.assigned", "submission.waiting"]);
    expect((await author.call.notices.list()).notices).toEqual([]);
    await other.call.reviews.assign({ submissionId, reviewerId: other.memberId });
    await deliver(other);
    expect(mailServer.received).toHaveLength(1);
  });

  it("combines several notices of one member", async () => {
    const author = await addSession(gateway, "researcher");
    const { taskId, request } = await submitAndApprove(author, reviewer);
    await reviewer.call.questions.addNote({ taskId, text: SECRET });
    await deliver(author);
    expect(mailServer.received).toHaveLength(1);
    expect(mailServer.received[0]?.header).toContain("Subject: 2 new notices from the forecasting gateway");
    const lines = mailServer.received[0]?.text.split("\r\n");
    expect(lines).toContain(`Approved: ${request.task.instructions}`);
    expect(lines).toContain(`Note added: ${request.task.instructions}`);
    expect(lines?.join()).not.toContain(SECRET);
  });

  it("is not sent for seen notices, for the member's own actions, or after the member switched mail off", async () => {
    const author = await addSession(gateway, "researcher");
    const { taskId } = await submitAndApprove(author, reviewer);
    const [newest] = (await author.call.notices.list()).notices;
    await author.call.notices.markSeen({ at: newest?.at ?? "" });
    await author.call.questions.addNote({ taskId, text: "My own." });
    await deliver(author);
    await author.call.members.setNotifications({ mail: "off" });
    await submitAndApprove(author, reviewer);
    await deliver(author);
    expect(mailServer.received).toEqual([]);
    expect(await isWaiting(author)).toBe(0);
    await author.call.members.setNotifications({ mail: "soon" });
    await submitAndApprove(author, reviewer);
    await deliver(author);
    expect(mailServer.received).toHaveLength(1);
  });

  it("is not sent to a member who was disabled", async () => {
    const author = await addSession(gateway, "researcher");
    await submitAndApprove(author, reviewer);
    await admin.call.members.disable({ memberId: author.memberId });
    await deliver(author);
    expect(mailServer.received).toEqual([]);
  });

  it("shows the invisible characters of a question as marks, and isolates right-to-left text", async () => {
    const author = await addSession(gateway, "researcher");
    const request = newRequest();
    for (const begin of ["\u202eoN\u200b", "لا"]) {
      const instructions = `${begin} ${request.task.instructions}`;
      await submitAndApprove(author, reviewer, { ...request, task: { ...request.task, instructions } });
      await deliver(author);
    }
    const texts = mailServer.received.map(({ text }) => text);
    expect(texts[0]).toContain(`Approved: ⟨RLO⟩oN⟨ZWSP⟩ ${request.task.instructions}`);
    expect(texts[1]).toContain(`Approved: \u2068لا ${request.task.instructions}\u2069`);
  });

  it("cannot get additional header lines from the text of a question", async () => {
    const author = await addSession(gateway, "researcher");
    const request = newRequest();
    for (const end of ["\r", "\u2028", "\u0085"]) {
      const instructions = `${request.task.instructions}${end}Bcc: victim@example.org\n\nText`;
      await submitAndApprove(author, reviewer, { ...request, task: { ...request.task, instructions } });
      await deliver(author);
    }
    expect(mailServer.received).toHaveLength(3);
    for (const { header, to } of mailServer.received) {
      expect(header.filter((line) => /^bcc/i.test(line))).toEqual([]);
      expect(header.filter((line) => line.startsWith("Subject:"))).toHaveLength(1);
      expect(to).toEqual([await addressOf(author)]);
    }
  });
});

describe("the link to unsubscribe in an e-mail", () => {
  const answer = (url: string, method: string) => {
    const route = findRoute(new URL(url).pathname);
    return route?.answer(gateway.gateway, new Request(url, { method }), freeWork(new AbortController().signal));
  };
  const chosenBy = async ({ call }: ConsoleSession) => (await call.members.notifications()).mail;

  it("stops the e-mails of its member by a POST without a session, and does nothing else", async () => {
    const author = await addSession(gateway, "researcher");
    const other = await addSession(gateway, "researcher");
    await submitAndApprove(author, reviewer);
    await deliver(author);
    const header = mailServer.received[0]?.header ?? [];
    expect(header).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const url = header.join().match(/List-Unsubscribe: <([^>]+)>/)?.[1] ?? "";
    expect((await answer(url, "GET"))?.status).toBe(303);
    expect(await chosenBy(author)).toBe("soon");
    for (const wrong of [url.slice(0, -1), url.replace(author.memberId, other.memberId), `${url}x`])
      expect((await answer(wrong, "POST"))?.status).toBe(404);
    expect([await chosenBy(author), await chosenBy(other)]).toEqual(["soon", "soon"]);
    expect((await answer(url, "POST"))?.status).toBe(200);
    expect([await chosenBy(author), await chosenBy(other)]).toEqual(["off", "soon"]);
  });
});

it("is sent once a day to a member who chose that", async () => {
  const author = await addSession(gateway, "researcher");
  await author.call.members.setNotifications({ mail: "daily" });
  await submitAndApprove(author, reviewer);
  await submitAndApprove(author, reviewer);
  await watchEvents(gateway.gateway);
  for (let hour = 0; hour < 24; hour++) {
    ahead += HOUR;
    await tellRecipient(gateway.gateway, author.memberId);
  }
  expect(mailServer.received.map(({ header }) => header.filter((line) => line.startsWith("Subject")))).toEqual([
    ["Subject: 2 new notices from the forecasting gateway"],
  ]);
});

it("refuses an absence that ends in the past", async () => {
  const awayUntil = new Date(now().getTime() - HOUR).toISOString();
  await expect(reviewer.call.members.setNotifications({ awayUntil })).rejects.toThrow("Choose a date in the future.");
});

describe("a mail server that rejects mail", () => {
  it("only delays mail, and is counted in the metrics", async () => {
    const author = await addSession(gateway, "researcher");
    mailServer.take(false);
    await submitAndApprove(author, reviewer);
    await watchEvents(gateway.gateway);
    await expect(tellRecipient(gateway.gateway, author.memberId)).rejects.toThrow();
    expect(await isWaiting(author)).toBe(1);
    expect(await gateway.gateway.metrics.text()).toMatch(/gateway_mails_total\{result="failed"\} [1-9]/);
    mailServer.take(true);
    await tellRecipient(gateway.gateway, author.memberId);
    expect(mailServer.received).toHaveLength(1);
    expect(await isWaiting(author)).toBe(0);
  });

  it.each([
    {
      why: "its password is wrong",
      certificate: TRUSTED,
      password: "a wrong one",
      detail: "535 Wrong name or password",
    },
    {
      why: "its certificate is not trusted",
      certificate: UNTRUSTED,
      password: "the right one",
      detail: "self-signed certificate",
    },
  ])("delays mail if $why: the reason is logged, and the mail is sent after a correction", async (one) => {
    const login = { user: "forecasts", password: "the right one" };
    const demanding = await startMailServer({ tls: "from the start", certificate: one.certificate, login });
    const corrected = await startMailServer({ tls: "from the start", certificate: TRUSTED, login });
    const mailerOf = ({ url }: MailServer, password: string) =>
      createMailer({ url: url.replace("//", `//forecasts:${encodeURIComponent(password)}@`), from: SENDER }, "secret");
    const author = await addSession(gateway, "researcher");
    await submitAndApprove(author, reviewer);
    await watchEvents(gateway.gateway);
    const log = catchLog();
    const refused = { ...log.change(gateway.gateway), mailer: mailerOf(demanding, one.password) };
    for (let attempt = 1; attempt <= 2; attempt++) {
      // In production, this rejection makes the job queue retry the job.
      await expect(tellRecipient(refused, author.memberId)).rejects.toThrow(one.detail);
      expect(await isWaiting(author)).toBe(1);
    }
    const lines = log.text().trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      member: author.memberId,
      detail: expect.stringContaining(one.detail),
      msg: "could not send an e-mail; the job queue will retry",
    });
    expect(log.text()).not.toContain(one.password);
    await tellRecipient({ ...gateway.gateway, mailer: mailerOf(corrected, login.password) }, author.memberId);
    expect(corrected.received).toMatchObject([{ isSecure: true, user: login.user, to: [await addressOf(author)] }]);
    expect(await isWaiting(author)).toBe(0);
    await Promise.all([demanding.stop(), corrected.stop()]);
  });
});

it("sends pending mail of an earlier process after a restart", async () => {
  const first = await startGateway(SENDS_MAIL);
  const [author, judge] = await Promise.all([signInAs(first, "researcher"), signInAs(first, "reviewer")]);
  await submitAndApprove(author, judge);
  await watchEvents(first.gateway);
  expect(await isWaiting(author, first)).toBe(1);
  await first.close();
  const second = await startGateway({ ...SENDS_MAIL, DATA_DIR: first.dataDir });
  await until("the mail arrives", () => mailServer.received[0]);
  await until("the pending mail is deleted", async () => ((await isWaiting(author, second)) === 0 ? true : undefined));
  await second.stop();
  await first.stop().catch(() => {});
});

it("queues no mail without a mail server", async () => {
  const plain = await signInRoles();
  await submitAndApprove(plain.researcher, plain.reviewer);
  await watchEvents(plain.gateway.gateway);
  expect(await isWaiting(plain.researcher, plain.gateway)).toBe(0);
  await plain.gateway.stop();
});
