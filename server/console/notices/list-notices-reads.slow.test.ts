import { afterAll, expect, it } from "vitest";
import { addSession } from "#test/console-session.ts";
import { countRead } from "#test/count-read.ts";
import { addRefusals } from "#test/long-log.ts";
import { submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, reviewer } = await signInRoles({}, { repeat: () => () => {} });
afterAll(() => gateway.stop());

it("finds notices without reading the whole audit log, even if the member has only one", async () => {
  const { database } = gateway.gateway;
  const author = await addSession(gateway, "researcher");
  await submitAndApprove(author, reviewer);
  await addRefusals(database, 2_000);
  const before = await countRead(database);
  expect((await author.call.notices.list()).notices.map(({ event }) => event.kind)).toEqual(["review.decided"]);
  expect((await countRead(database)) - before).toBeLessThan(1_000);
});
