import { expect, it } from "vitest";
import { ROLES } from "#lib/domain/members.ts";
import { readLinks } from "#server/audit/export/read-links.ts";
import { readKey } from "#server/gateway/credentials/credential-key.ts";
import { readFirstRun } from "#server/process/seed-first-run.ts";
import { catchLog } from "#test/catch-log.ts";
import { change } from "#test/change.ts";
import { fetchProcedure, signInAs } from "#test/console-session.ts";
import { dumpDatabase } from "#test/dump-database.ts";
import { tokenFor } from "#test/permission-table.ts";
import { readExample, startGateway } from "#test/start-gateway.ts";

const ENVIRONMENT_KEY = "a-key-of-the-environment-0123456789";

it("writes no secret to the database, an audit event or the log", async () => {
  const log = catchLog();
  const gateway = await startGateway({ GATEWAY_API_KEY: ENVIRONMENT_KEY }, log.change);
  const admin = await signInAs(gateway, "admin");
  const { credentialId, key } = await admin.call.credentials.issue({ name: "a backend" });
  const rotated = await admin.call.credentials.rotate({ credentialId, overlapSeconds: 60 });
  const keys = [gateway.key, key, rotated.key];
  for (const one of [...keys, ENVIRONMENT_KEY, `${key}x`]) {
    for (const body of [readExample("binary"), change("/task/type", "x"), change("/task/instructions", "New?")]) {
      await gateway.post(JSON.stringify(body), { authorization: `Bearer ${one}` });
    }
  }
  await admin.fetch("forecasts.run", readExample("binary"));
  await admin.fetch("audit.list", {});
  const { token: personal, authorization } = await tokenFor(gateway, admin);
  await fetchProcedure(gateway, "forecasts.run", readExample("binary"), { authorization });
  const { accounts } = readFirstRun(gateway.dataDir) ?? {};
  const passwords = Object.values(accounts ?? {}).map(({ password }) => password);
  const [token = ""] = decodeURIComponent(admin.cookie.split("=")[1] ?? "").split(".");
  expect([keys.length, passwords.length, token.length > 16]).toEqual([3, ROLES.length, true]);

  const dump = await dumpDatabase(gateway.gateway.database.pool);
  let events = "";
  for await (const { body } of readLinks(gateway.gateway.database)) events += body;
  // The texts searched below are not empty: each contains an expected word.
  expect(dump).toContain(readKey(key)?.id);
  expect(dump).toContain("admin@example.com");
  expect(events).toContain("prediction.refused");
  expect(log.text()).toContain("INVALID_TASK");

  const texts = [...keys, personal].flatMap((one) => [one, one.split("_")[2]?.slice(0, 32) ?? ""]);
  const secrets = [...texts, ENVIRONMENT_KEY, ...passwords];
  for (const secret of secrets)
    for (const place of [dump, events, log.text()]) expect(place.includes(secret)).toBe(false);
  // Not searched in the dump: better-auth stores session tokens in its sessions table.
  for (const place of [events, log.text()]) expect(place.includes(token)).toBe(false);
});
