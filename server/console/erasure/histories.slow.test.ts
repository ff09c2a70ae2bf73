import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { addSession } from "#test/console-session.ts";
import { effort } from "#test/effort.ts";
import { approval, confirmOutcome, newRequest, type Seen } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { overwriteErased } from "./erasures.ts";
import { runRetention } from "./retention.ts";

const { gateway, admin, researcher, reviewer } = await signInRoles();
const other = await addSession(gateway, "admin");
afterAll(() => gateway.stop());
const { database, checkpoints } = gateway.gateway;

type Submitted = Seen & { readonly request: ReturnType<typeof newRequest> };

let history: Submitted[] = [];
const some = (index: number) => history[index % Math.max(1, history.length)];

/** The steps of a history. Each may be refused, which must change nothing that the verification would find. */
const STEPS = {
  async submit() {
    const request = newRequest();
    history.push({ ...(await researcher.call.submissions.submit({ request, note: "n" })), request });
  },
  async again(one: Submitted) {
    const restored = await researcher.call.submissions.submit({ request: one.request, restore_erased: true });
    history.push({ ...restored, request: one.request });
  },
  async sharedTask({ request }: Submitted) {
    const shared = { ...newRequest(), task: request.task };
    history.push({ ...(await researcher.call.submissions.submit({ request: shared })), request: shared });
  },
  approve: (one: Submitted) => reviewer.call.reviews.decide({ ...approval(one), note: "n" }),
  forecast: ({ request }: Submitted) => gateway.post(JSON.stringify(request)),
  note: ({ taskId }: Submitted) => researcher.call.questions.addNote({ taskId, text: "n" }),
  revoke: (one: Submitted) => reviewer.call.reviews.revoke({ kind: "binding", ...one, reason: "n" }),
  outcome: ({ taskId }: Submitted) =>
    confirmOutcome(researcher, reviewer, { taskId, option: "yes", source: "s", happenedAt: "2026-06-20T12:00:00Z" }),
  async erase({ submissionId: subjectId }: Submitted) {
    const { erasureId } = await admin.call.erasures.request({ thing: "submission", subjectId, rule: "contract" });
    await other.call.erasures.confirm({ erasureId });
  },
  async eraseObservation({ inputId }: Submitted) {
    const asked = { thing: "observation", subjectId: `${inputId}/1`, rule: "contract" } as const;
    const { erasureId } = await admin.call.erasures.request(asked);
    await other.call.erasures.confirm({ erasureId });
  },
  /** The process dies before the commit: nothing was erased, and the second attempt ends the erasure. */
  async eraseInterrupted({ submissionId: subjectId }: Submitted) {
    const { erasureId } = await admin.call.erasures.request({ thing: "submission", subjectId, rule: "contract" });
    const name = "fail_once";
    await database.pool.query(`create function ${name}() returns trigger language plpgsql as $$ begin raise 'crash'; end $$;
      create trigger ${name} after update of erased_by on tasks for each row execute function ${name}();
      create trigger ${name} after update of erased_by on inputs for each row execute function ${name}()`);
    const attempt = await other.call.erasures.confirm({ erasureId }).catch((error) => error);
    await database.pool.query(`drop function ${name} cascade`);
    if (attempt !== undefined) await other.call.erasures.confirm({ erasureId });
  },
  withdraw: ({ submissionId }: Submitted) => researcher.call.submissions.withdraw({ submissionId }),
  hold: ({ taskId: subjectId }: Submitted) => admin.call.erasures.setHold({ thing: "question", subjectId, note: "n" }),
  async holdKey() {
    const { rows } = await database.pool.query("select credential_id as id from credential_uses limit 1");
    await admin.call.erasures.setHold({ thing: "key", subjectId: String(rows[0]?.id), note: "n" });
  },
  async lift(_: Submitted, at: number) {
    const active = await admin.call.erasures.holds();
    const holdId = active[at % Math.max(1, active.length)]?.id ?? "";
    await admin.call.erasures.liftHold({ holdId, note: "n" });
  },
  /** Everything that ended is older than the rules allow. */
  async retain(one: Submitted) {
    await STEPS.withdraw(one).catch(expectRefusal);
    await admin.call.erasures.setRetention({ submissions_days: 1, records_days: 1 });
    const now = () => new Date(Date.now() + 3 * 86_400_000);
    await runRetention({ ...gateway.gateway, now }, new AbortController().signal);
    await admin.call.erasures.setRetention({ submissions_days: null, records_days: null });
  },
};

/** Returns the texts of everything that a hold covers, by submission. */
async function readHeld(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.pool.query<{ id: string; texts: string }>(`
    select s.id, concat_ws(' ', s.title, s.note, encode(t.canonical, 'hex'), encode(i.canonical, 'hex'),
      (select string_agg(v.note, ' ' order by v.id) from verdicts v where v.submission_id = s.id),
      (select string_agg(n.text, ' ' order by n.id) from question_notes n where n.task_id = s.task_id)) as texts
    from submissions s join tasks t using (task_id) join inputs i using (input_id)
    where exists (select from holds h where h.lifted_at is null and (
      h.subject_id = s.task_id or h.subject_id = s.author_id
      or exists (select from events e where e.actor_id = h.subject_id and e.task_id = s.task_id and e.input_id = s.input_id)))`);
  return new Map(rows.map(({ id, texts }) => [id, texts]));
}

const REMOVING = /^(erase|again|retain)/;

it("verification passes at every point of a history with erasures, crashes, restored content, holds and retention", async () => {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  const step = fc.record({ name: fc.constantFrom(...names), at: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      history = [];
      for (const { id: holdId } of await admin.call.erasures.holds())
        await admin.call.erasures.liftHold({ holdId, note: "n" });
      await STEPS.submit();
      for (const { name, at } of steps) {
        const one = some(at);
        const held = REMOVING.test(name) ? await readHeld() : new Map();
        if (one !== undefined) await STEPS[name](one, at).catch(expectRefusal);
        if (REMOVING.test(name)) expect((await verifyAuditLog(database, checkpoints, COMPARISONS)).errors).toEqual([]);
        const after = await readHeld();
        // Restored content replaces a notice.
        for (const [id, texts] of name === "again" ? [] : held) expect(after.get(id)).toBe(texts);
      }
      expect((await verifyAuditLog(database, checkpoints, COMPARISONS)).errors).toEqual([]);
    }),
    { numRuns: effort({ sample: 5, full: 20 }), endOnFailure: true },
  );
}, 600_000);

/** Fails the test for a defect: a refusal has a public message. */
function expectRefusal(error: unknown): void {
  expect(String(error)).not.toContain("Tell the operators");
}

it("the embedded database overwrites erased rows at its next start", { timeout: 300_000 }, async () => {
  const roles = await signInRoles();
  onTestFinished(() => roles.gateway.stop());
  const { gateway: context } = roles.gateway;
  const second = await addSession(roles.gateway, "admin");
  const request = newRequest();
  const marker = `zqv${randomUUID()}`;
  const { submissionId: subjectId } = await roles.researcher.call.submissions.submit({ request, title: marker });
  const { erasureId } = await roles.admin.call.erasures.request({ thing: "submission", subjectId, rule: "mistake" });
  await second.call.erasures.confirm({ erasureId });
  await overwriteErased(context);
  const { rows } = await context.database.pool.query<{ path: string }>(
    "select pg_relation_filepath('submissions') as path union all select pg_relation_filepath('tasks')",
  );
  for (const { path } of rows) {
    const { rows: found } = await context.database.pool.query(
      "select position(convert_to($1, 'UTF8') in pg_read_binary_file($2)) as at",
      [marker, path],
    );
    expect(found).toEqual([{ at: 0 }]);
  }
  expect((await roles.admin.call.erasures.list())[0]?.vacuumedAt).not.toBeNull();
});
