import { expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";

const { gateway, researcher, reviewer } = await signInRoles();

it("a member at the limit of open submissions can still revise or withdraw them, and submit again after a withdrawal", async () => {
  const first = await researcher.call.submissions.submit({ request: newRequest() });
  await gateway.gateway.database.pool.query(
    `insert into submissions (id, release, task_id, input_id, options, title, status, origin, author_id, findings)
     select gen_random_uuid(), 'another', task_id, input_id, options, title, status, origin, author_id, findings
     from submissions, generate_series(2, $2::integer) where id = $1`,
    [first.submissionId, 2_000],
  );
  const refusal = {
    code: "CONFLICT",
    message: "You have 2000 submissions waiting for review. Withdraw some, or try again after some have been reviewed.",
  };
  await expect(researcher.call.submissions.submit({ request: newRequest() })).rejects.toMatchObject(refusal);
  const [report] = await researcher.call.submissions.import({ jsonl: JSON.stringify(newRequest()) });
  expect(report).toMatchObject({ ok: false, ...refusal });
  await reviewer.call.submissions.submit({ request: newRequest() });

  const request = newRequest();
  const revised = await researcher.call.submissions.submit({ request, supersedes: first.submissionId });
  expect(revised).toMatchObject({ taskId: identify(request.task).id, supersedes: first.submissionId });
  await researcher.call.submissions.withdraw({ submissionId: revised.submissionId });
  await researcher.call.submissions.submit({ request: newRequest() });
});
