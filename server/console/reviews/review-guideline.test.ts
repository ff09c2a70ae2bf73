import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { MAX_NOTE } from "#lib/domain/limits.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();

const digestOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

async function newestEvents(kind: "guideline.set" | "review.decided") {
  const { events } = await readEvents(gateway.gateway.database, { kind, limit: 10 });
  return events.map(({ event }) => event);
}

/** Decides on a new submission with this digest of the guideline. Returns the recorded digest. */
async function decideWith(guidelineDigest: string | null | undefined) {
  const { seen, ...decision } = approval(await researcher.call.submissions.submit({ request: newRequest() }));
  await reviewer.call.reviews.decide({ ...decision, seen: { ...seen, guidelineDigest } });
  const [event] = await newestEvents("review.decided");
  return Object(event).guideline_digest;
}

it("without a guideline, decisions record none", async () => {
  expect(await researcher.call.reviews.guideline()).toBeNull();
  for (const digest of [undefined, null]) expect(await decideWith(digest)).toBeUndefined();
  await expect(decideWith(digestOf("another"))).rejects.toMatchObject({ code: "CONFLICT" });
});

it("a decision records the digest of the text that members read, and the log keeps earlier texts", async () => {
  const texts = ["Name every source.", "Check the units: µg is not mg.\n\n— 第二条"];
  for (const text of texts) {
    await admin.call.reviews.setGuideline({ text: `${text}\n ` });
    const { submissionId } = await researcher.call.submissions.submit({ request: newRequest() });
    const { guideline } = await reviewer.call.reviews.context({ submissionId });
    expect(guideline).toEqual({ text, digest: digestOf(text) });
    expect(await researcher.call.reviews.guideline()).toEqual(guideline);
    for (const digest of [guideline?.digest, undefined]) expect(await decideWith(digest)).toBe(digestOf(text));
  }
  const events = texts.toReversed().map((text) => ({ text, digest: digestOf(text), actor: { id: admin.memberId } }));
  expect(await newestEvents("guideline.set")).toMatchObject(events);
});

it("a decision by an earlier guideline, or by none, is refused", async () => {
  const old = await reviewer.call.reviews.guideline();
  await admin.call.reviews.setGuideline({ text: "New rules." });
  for (const digest of [old?.digest, null]) {
    await expect(decideWith(digest)).rejects.toMatchObject({ code: "CONFLICT", message: /The guideline has changed/ });
  }
});

it("an erased guideline no longer applies", async () => {
  await gateway.gateway.database.pool.query("delete from event_contents where field = 'text'");
  expect(await researcher.call.reviews.guideline()).toBeNull();
});

it("an empty text removes the guideline; a text that is too long is refused", async () => {
  await admin.call.reviews.setGuideline({ text: " " });
  expect(await researcher.call.reviews.guideline()).toBeNull();
  expect(await decideWith(null)).toBeUndefined();
  const text = "x".repeat(MAX_NOTE);
  await expect(admin.call.reviews.setGuideline({ text: `${text}x` })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await admin.call.reviews.setGuideline({ text });
});
