import { afterEach, describe, expect, it } from "vitest";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { makeEvents } from "#test/make-events.ts";
import { tokenFor } from "#test/permission-table.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { tamper } from "#test/tamper.ts";
import { verifyAuditLog } from "./verify-audit-log.ts";

const roles = await signInRoles();
await makeEvents(roles.gateway);
await tokenFor(roles.gateway, roles.researcher, ["read"]);
await roles.researcher.call.tokens.revoke(await tokenFor(roles.gateway, roles.researcher, ["read"]));

const DECISIONS = ["approvals", "bindings", "outcomes", "question_notes", "tags", "verdicts", "submissions"];
const TABLES = [...DECISIONS, "credential_keys", "credentials", "personal_tokens", "members"];
const CONTENT = ["inputs", "tasks"];

const { database, checkpoints } = roles.gateway.gateway;
for (const table of TABLES) await database.pool.query(`create table backup_of_${table} as select * from ${table}`);
const verify = () => verifyAuditLog(database, checkpoints, COMPARISONS);

const change = (...statements: readonly string[]) => tamper(database, ...statements);

describe("rows that are active in the tables but not in the audit log", () => {
  afterEach(async () => {
    await change(
      ...TABLES.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from backup_of_${table}`]),
    );
    expect(await verify()).toMatchObject({ ok: true, errors: [], warnings: [] });
  });

  const NEW = "gen_random_uuid()";
  const OTHER = `'sha256:${"0".repeat(64)}'`;

  it.each([
    [
      "a planted binding",
      `insert into bindings (id, release, task_id, submission_id)
       select ${NEW}, release, ${OTHER}, submission_id from bindings limit 1`,
      /^bindings .*: no event in the audit log created this row$/,
    ],
    [
      "a planted approval",
      `insert into approvals (id, task_id, input_id, submission_id)
       select ${NEW}, task_id, ${OTHER}, submission_id from approvals limit 1`,
      /^approvals .*: no event in the audit log created this row$/,
    ],
    [
      "a revoked approval made active again",
      "update approvals set revoked_at = null, revoked_by = null, revoked_reason = null where revoked_at is not null",
      /^approvals .*: revoked is false, but according to the audit log it is true$/,
    ],
    [
      "a revoked approval made active again, with who revoked it",
      "update approvals set revoked_at = null where revoked_at is not null",
      /^approvals .*: revoked is false, but according to the audit log it is true$/,
    ],
    [
      "a binding that was revoked without an event",
      "update bindings set revoked_at = now() where id = (select id from bindings where revoked_at is null limit 1)",
      /^bindings .*: revoked is true, but according to the audit log it is false$/,
    ],
    [
      "a binding of another task",
      `update bindings set task_id = ${OTHER} where id = (select id from bindings limit 1)`,
      /^bindings .*: task_id is "sha256:0+", but according to the audit log it is "sha256:/,
    ],
    [
      "an approval with another end",
      "update approvals set expires_at = '2100-01-01T00:00:00Z' where id = (select min(id::text)::uuid from approvals)",
      /^approvals .*: expires_at is "2100-01-01T00:00:00.000Z", but according to the audit log it is null$/,
    ],
    [
      "an approval that is gone",
      "delete from approvals where id = (select id from approvals where revoked_at is null limit 1)",
      /^approvals .*: the row created by this event is missing$/,
    ],
    [
      "a submission that counts as approved",
      "update submissions set status = 'approved' where status = 'rejected'",
      /^submissions .*: status is "approved", but according to the audit log it is "rejected"$/,
    ],
    [
      "a submission of another author",
      "update submissions set author_id = 'nobody' where id = (select min(id::text)::uuid from submissions)",
      /^submissions .*: author_id is "nobody", but/,
    ],
    [
      "a submission with the options in another order",
      "update submissions set options = array['no', 'yes'] where id = (select min(id::text)::uuid from submissions)",
      /^submissions .*: option_order is ".*", but according to the audit log it is "/,
    ],
    [
      "a submission without its findings",
      "update submissions set findings = '{}' where id = (select min(id::text)::uuid from submissions where findings <> '{}')",
      /^submissions .*: findings is "\[\]", but according to the audit log it is "/,
    ],
    [
      "an API key that another member made",
      "update credential_keys set created_by = 'nobody' where key_id = (select max(key_id) from credential_keys)",
      /^credential_keys .*: created_by is "nobody", but according to the audit log it is "/,
    ],
    [
      "a member who counts as another person",
      "update members set person_address = 'nobody@example.com' where role = 'reviewer'",
      /^members .*: person_address is "nobody@example.com", but/,
    ],
    [
      "a verdict of a reviewer who gave none",
      `insert into verdicts (id, submission_id, reviewer_id, binding, quality, checklist, note)
       select ${NEW}, submission_id, 'nobody', binding, quality, checklist, note from verdicts limit 1`,
      /^verdicts .* by nobody: no event in the audit log created this row$/,
    ],
    [
      "another verdict",
      "update verdicts set binding = 'approve' where binding = 'reject'",
      /^verdicts .*: binding is "approve", but according to the audit log it is "reject"$/,
    ],
    [
      "a planted outcome",
      `insert into outcomes (id, task_id, option, happened_at, source, status, recorded_by, recorded_at)
       select ${NEW}, task_id, 'no', happened_at, source, 'replaced', recorded_by, recorded_at from outcomes limit 1`,
      /^outcomes .*: no event in the audit log created this row$/,
    ],
    [
      "another outcome than the one that was recorded",
      "update outcomes set option = 'no' where status = 'confirmed'",
      /^outcomes .*: option_index is "0", but according to the audit log it is "1"$/,
    ],
    [
      "an outcome that was decided at another time",
      "update outcomes set happened_at = happened_at - interval '1 day' where status = 'confirmed'",
      /^outcomes .*: happened_at is "/,
    ],
    [
      "an outcome that somebody else confirmed",
      "update outcomes set confirmed_by = recorded_by where status = 'confirmed'",
      /^outcomes .*: confirmed_by is "/,
    ],
    [
      "a note that says something else",
      "update question_notes set text = 'Nothing.'",
      /^question_notes .*: text is "Nothing."/,
    ],
    [
      "a tag that was taken away",
      "update tags set active = true where not active",
      /^tags sha256:.* by lines: active is true, but according to the audit log it is false$/,
    ],
    [
      "a planted credential",
      `insert into credentials (id, name, owner_id) values (${NEW}, 'planted', 'nobody')`,
      /^credentials .*: no event in the audit log created this row$/,
    ],
    [
      "a planted key of a credential",
      `insert into credential_keys (key_id, credential_id, secret_hash, created_by)
       select 'planted', id, '\\x00', owner_id from credentials limit 1`,
      /^credential_keys planted: no event in the audit log created this row$/,
    ],
    [
      "a revoked credential made active again",
      "update credentials set revoked_at = null where revoked_at is not null",
      /^credentials .*: revoked is false, but according to the audit log it is true$/,
    ],
    [
      "a planted personal token",
      `insert into personal_tokens (id, member_id, name, secret_hash, scopes, expires_at, created_at)
       select 'planted', id, '', '\\x00', '{read}', now() + interval '1 day', now() from members limit 1`,
      /^personal_tokens planted: no event in the audit log created this row$/,
    ],
    [
      "a revoked personal token made active again",
      "update personal_tokens set revoked_at = null where revoked_at is not null",
      /^personal_tokens .*: revoked is false, but according to the audit log it is true$/,
    ],
    [
      "a personal token with another scope",
      "update personal_tokens set scopes = '{read,submit}' where revoked_at is null",
      /^personal_tokens .*: scopes is .*submit/,
    ],
    [
      "a researcher who became a reviewer",
      "update members set role = 'reviewer' where role = 'researcher'",
      /^members .*: role is "reviewer", but according to the audit log it is "researcher"$/,
    ],
  ])("is found: %s", async (_, statement, message) => {
    await change(statement);
    const report = await verify();
    expect(report.ok).toBe(false);
    // A changed outcome also contradicts the row of the scored question.
    const messages = report.errors.map((found) => found.message).filter((one) => !one.startsWith("scored_questions"));
    expect(messages).toEqual([expect.stringMatching(message)]);
  });
});

describe("content that was changed in the database", () => {
  const CHANGE = (table: string, id: string) =>
    `update ${table} set canonical = convert_to(replace(convert_from(canonical, 'UTF8'), 'Question', 'Riddle'), 'UTF8')
     where ${table === "tasks" ? "task_id" : "input_id"} = '${id}'`;

  it.each(CONTENT)("is detected in %s, and is an error wherever it would be shown", async (table) => {
    const { gateway, researcher, reviewer } = roles;
    const { submissionId, taskId, inputId, request } = await submitAndApprove(researcher, reviewer, newRequest());
    const answered = await gateway.post(JSON.stringify(request));
    const requestId = String(answered.body.request_id);
    const id = table === "tasks" ? taskId : inputId;
    await change(CHANGE(table, id));
    expect((await verify()).errors).toEqual([
      { seq: null, message: `${table} ${id}: the stored content does not match its digest` },
    ]);
    const shows = [
      () => reviewer.call.submissions.get({ submissionId }),
      () => reviewer.call.reviews.context({ submissionId }),
      () => researcher.call.forecasts.get({ requestId }),
      () => researcher.call.forecasts.overTime({ taskId }),
    ];
    for (const show of shows)
      await expect(show()).rejects.toThrow(`The stored content of ${id} does not match its digest`);
    await change(CHANGE(table, id).replace("'Question', 'Riddle'", "'Riddle', 'Question'"));
    for (const show of shows) await show();
    expect(await verify()).toMatchObject({ ok: true });
  });

  it.each([
    ["tasks", "task_id", "question"],
    ["inputs", "input_id", "as_of"],
  ])("is detected in %s if only a derived column was changed", async (table, key, column) => {
    const { researcher, reviewer } = roles;
    const { taskId, inputId } = await submitAndApprove(researcher, reviewer);
    const id = table === "tasks" ? taskId : inputId;
    const where = `where ${key} = '${id}'`;
    await change(`update ${table} set ${column} = ${column} || '!' ${where}`);
    expect((await verify()).errors).toEqual([
      { seq: null, message: `${table} ${id}: the column ${column} does not match the content` },
    ]);
    await change(`update ${table} set ${column} = left(${column}, -1) ${where}`);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it("is detected if the content of a submission is missing", async () => {
    const { researcher, reviewer } = roles;
    const { inputId } = await submitAndApprove(researcher, reviewer);
    await change(
      "create table backup_of_inputs as select * from inputs",
      `delete from inputs where input_id = '${inputId}'`,
    );
    expect((await verify()).errors).toEqual([
      { seq: null, message: `inputs ${inputId}: the content of a submission is missing` },
    ]);
    await change("delete from inputs", "insert into inputs select * from backup_of_inputs");
    expect(await verify()).toMatchObject({ ok: true });
  });
});

describe("decisions made during a verification", () => {
  it("are not reported as errors", async () => {
    const { researcher, reviewer } = roles;
    let done = false;
    const decisions = (async () => {
      while (!done) {
        const { taskId, inputId } = await submitAndApprove(researcher, reviewer);
        await reviewer.call.reviews.revoke({ kind: "approval", taskId, inputId, reason: "No." });
      }
    })();
    for (let count = 0; count < 5; count++) {
      expect(await verify()).toMatchObject({ ok: true, errors: [], warnings: [] });
    }
    done = true;
    await decisions;
  });
});
