import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { verifyAuditLog } from "#server/audit/verification/verify-audit-log.ts";
import { COMPARISONS } from "#server/console/verification/comparisons.ts";
import { approval, newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer, admin } = await signInRoles();
const { database, checkpoints } = gateway.gateway;

const OPTIONS = ["few", "some", "many"];
const orders = fc.shuffledSubarray(OPTIONS, { minLength: 3, maxLength: 3 });

let inputs = 0;

/** Returns the task with a new input, and its options listed in this order. */
function listing({ model, task, input }: PredictionRequest, options: readonly string[]): PredictionRequest {
  const criteria = Object.fromEntries(options.map((option) => [option, null]));
  const context = [{ type: "text" as const, text: `Observation ${++inputs}.`, observed_at: input.as_of }];
  return { model, task: { ...task, criteria }, input: { ...input, context } };
}

const orderOf = async (taskId: string) => (await researcher.call.questions.get({ taskId })).order;

async function hasFinding(submissionId: string): Promise<boolean> {
  const { findings } = await reviewer.call.reviews.context({ submissionId });
  return findings.some(({ id }) => id === "other-order");
}

const step = fc.oneof(
  fc.record({ what: fc.constant("submit" as const), order: orders, ordered: fc.constantFrom(undefined, false, true) }),
  fc.record({ what: fc.constant("call" as const), order: orders }),
  fc.record({ what: fc.constant("approve" as const) }),
  fc.record({ what: fc.constant("set" as const), order: fc.option(orders) }),
);

describe("the order of a question's options", () => {
  it("is the first one declared before the approval, then the last one set by a reviewer, and follows from the audit log", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
      const question = newRequest();
      // An API key sends the task first, and declares no order.
      await gateway.post(JSON.stringify(listing(question, OPTIONS)));
      const { taskId } = await researcher.call.submissions.submit({ request: listing(question, OPTIONS) });
      const model = { order: null as readonly string[] | null, isSettled: false };
      for (const one of steps) {
        const request =
          "order" in one && one.order !== null ? listing(question, one.order) : listing(question, OPTIONS);
        if (one.what === "call") await gateway.post(JSON.stringify(request));
        if (one.what === "submit") {
          const { submissionId } = await researcher.call.submissions.submit({ request, ordered: one.ordered });
          if (one.ordered === true && !model.isSettled) Object.assign(model, { order: one.order, isSettled: true });
          expect(await hasFinding(submissionId)).toBe(
            one.ordered === true && String(model.order) !== String(one.order),
          );
        }
        if (one.what === "approve") {
          const submission = await researcher.call.submissions.submit({ request });
          await reviewer.call.reviews.decide(approval(submission));
          model.isSettled = true;
        }
        if (one.what === "set") {
          await admin.call.questions.setOrder({ taskId, order: one.order });
          Object.assign(model, { order: one.order, isSettled: true });
        }
        expect(await orderOf(taskId)).toEqual(model.order);
      }
    });
    await fc.assert(property, { numRuns: 12 });
    expect(await verifyAuditLog(database, checkpoints, COMPARISONS)).toMatchObject({ ok: true, errors: [] });
  });

  it("fails verification if it was changed without an event", async () => {
    const request = listing(newRequest(), OPTIONS);
    const { taskId } = await researcher.call.submissions.submit({ request, ordered: true });
    await database.pool.query("update tasks set option_order = '{0,1,2}' where task_id = $1", [taskId]);
    const { errors } = await verifyAuditLog(database, checkpoints, COMPARISONS);
    await database.pool.query("update tasks set option_order = '{0,2,1}' where task_id = $1", [taskId]);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining(`tasks ${taskId}: option_order is`)]);
  });

  it("is declared by a repeated submission, which gets a new submission only for its finding", async () => {
    const request = listing(newRequest(), OPTIONS);
    const first = await researcher.call.submissions.submit({ request });
    const declared = await researcher.call.submissions.submit({ request, ordered: true });
    expect(declared.submissionId).toBe(first.submissionId);
    expect(await orderOf(first.taskId)).toEqual(OPTIONS);
    await reviewer.call.questions.setOrder({ taskId: first.taskId, order: null });
    const other = await researcher.call.submissions.submit({ request, ordered: true });
    expect(other).toMatchObject({
      supersedes: first.submissionId,
      findings: expect.arrayContaining(["medium:other-order"]),
    });
    const repeated = await researcher.call.submissions.submit({ request, ordered: true });
    expect(repeated.submissionId).toBe(other.submissionId);
    await reviewer.call.questions.setOrder({ taskId: first.taskId, order: OPTIONS });
    expect(await hasFinding(other.submissionId)).toBe(false);
  });

  it.each([
    ["an option is missing", ["few", "some"]],
    ["an option is listed twice", ["few", "some", "some"]],
    ["an option is unknown", ["few", "some", "lots"]],
    ["no option is listed", []],
  ])("is refused if %s", async (_, order) => {
    const { taskId } = await researcher.call.submissions.submit({ request: listing(newRequest(), OPTIONS) });
    const refused = { code: "BAD_REQUEST", message: "List each option of the question once." };
    await expect(reviewer.call.questions.setOrder({ taskId, order })).rejects.toMatchObject(refused);
  });

  it("is recorded once if it is set repeatedly, and not for an unknown question", async () => {
    const { taskId } = await researcher.call.submissions.submit({ request: listing(newRequest(), OPTIONS) });
    for (const order of [OPTIONS, OPTIONS, null, null]) await reviewer.call.questions.setOrder({ taskId, order });
    const { events } = await admin.call.audit.list({ taskId, kind: "question.ordered" });
    expect(events.map(({ event }) => event)).toMatchObject([{ order: [] }, { order: [0, 2, 1] }]);
    const unknown = { taskId: `sha256:${"0".repeat(64)}`, order: null };
    await expect(reviewer.call.questions.setOrder(unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
