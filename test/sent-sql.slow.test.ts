import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { signInAs } from "./console-session.ts";
import { createDatabase, type TestDatabase, withoutPostgres } from "./create-database.ts";
import { describeUnless } from "./describe-unless.ts";
import { approval, newRequest } from "./review.ts";
import { makeFolder } from "./run-process.ts";
import { startGateway } from "./start-gateway.ts";

/** Parts of statements that need one session, which poolers and distributed databases do not offer. */
const NEEDS_SESSION = [
  /\b(un)?listen\b/i,
  /\bpg_notify\s*\(|^\s*notify\b/i,
  /pg_(try_)?advisory_lock/i,
  /pg_advisory_unlock/i,
  /\btemp(orary)?\s+(table|view|sequence)\b/i,
  /\bdeclare\s+\w+\s+cursor\b/i,
  /^\s*set\s+(?!local\b|constraints\b|transaction\b)/i,
];

const sent = new Set<string>();
const original = Client.prototype.query;

describeUnless([withoutPostgres], "the SQL that a gateway sends", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    Client.prototype.query = function query(this: Client, ...given: unknown[]) {
      const [first] = given;
      sent.add(typeof first === "string" ? first : String(Object(first).text ?? ""));
      return Reflect.apply(original, this, given);
    } as typeof Client.prototype.query;
  });
  afterAll(async () => {
    Client.prototype.query = original;
  });
  afterEach(() => sent.clear());

  it("needs no session: no LISTEN, no session locks, no temporary tables", async () => {
    const gateway = await startGateway({ DATABASE_URL: database.url, DATA_DIR: makeFolder() });
    const [researcher, reviewer, admin] = await Promise.all([
      signInAs(gateway, "researcher"),
      signInAs(gateway, "reviewer"),
      signInAs(gateway, "admin"),
    ]);
    const request = newRequest();
    const submission = await researcher.call.submissions.submit({ request });
    await reviewer.call.reviews.decide(approval(submission));
    const headers = { "idempotency-key": '"once"' };
    expect(await gateway.post(JSON.stringify(request), headers)).toMatchObject({ status: 200 });
    expect(await gateway.post(JSON.stringify(request), headers)).toMatchObject({ status: 200 });
    await admin.call.credentials.issue({ name: "another" });
    const { tree, checkpoints } = gateway.gateway;
    await tree.grow();
    expect(await verifyAuditLog(gateway.gateway.database, checkpoints, COMPARISONS)).toMatchObject({ errors: [] });
    await gateway.stop();

    const statements = [...sent];
    expect(statements.length).toBeGreaterThan(50);
    for (const kind of NEEDS_SESSION) expect(statements.filter((text) => kind.test(text))).toEqual([]);
  });
});
