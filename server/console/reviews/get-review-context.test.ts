import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Member, Role } from "#lib/domain/members.ts";
import { submit } from "#server/console/submissions/submit-request.ts";
import { members } from "#server/db/member-schema.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { startGateway } from "#test/start-gateway.ts";
import { decide } from "./decide-submission.ts";
import { readReviewContext } from "./get-review-context.ts";

const started = await startGateway();

async function member(role: Role): Promise<Member> {
  const [row] = await started.gateway.database.orm.select().from(members).where(eq(members.role, role));
  if (row === undefined) throw new Error(`no ${role}`);
  return row;
}

/** Returns the shipped example, whose task is approved, with only its first `observations` observations. */
function exampleWith(observations: number, options?: readonly string[]): { readonly valid: ValidRequest } {
  const request: PredictionRequest = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  const input = { ...request.input, context: request.input.context.slice(0, observations) };
  return {
    valid: new ValidRequest({ request: { ...request, input }, options: options ?? Object.keys(request.task.criteria) }),
  };
}

test("returns the last approved content of the task, the revised submission, and the names of authors", async () => {
  const { gateway } = started;
  const [researcher, reviewer] = [await member("researcher"), await member("reviewer")];
  const first = await submit(gateway, researcher, exampleWith(3));
  const second = await submit(gateway, researcher, { ...exampleWith(4), supersedes: first.id });
  const context = await readReviewContext(gateway, reviewer, second.id);
  expect(context.lastApproved?.request.input.context).toHaveLength(7);
  expect(context.superseded?.submissionId).toBe(first.id);
  expect(context.predecessors.map(({ submissionId, status }) => [submissionId, status])).toEqual([
    [first.id, "withdrawn"],
  ]);
  expect(context.names[researcher.id]).toBe("Researcher");
  expect(context.reviewState).toMatchObject({ bound: true, approved: false });
  expect((await readReviewContext(gateway, reviewer, first.id)).successors[0]?.submissionId).toBe(second.id);

  await decide(
    gateway,
    { ...reviewer, sessionId: "a session" },
    {
      submissionId: second.id,
      seen: { taskId: second.taskId, inputId: second.inputId },
      binding: "approve",
      quality: "approve",
      checklist: { exclusive: true, decidable: true, cutoff: true, sources: true },
    },
  );
  const third = await submit(gateway, researcher, exampleWith(5));
  expect((await readReviewContext(gateway, reviewer, third.id)).lastApproved?.submissionId).toBe(second.id);
});

test("returns the order in which the options were listed, which the canonical content does not contain", async () => {
  const { gateway } = started;
  const [researcher, reviewer] = [await member("researcher"), await member("reviewer")];
  const first = await submit(gateway, researcher, exampleWith(6, ["no", "yes"]));
  const second = await submit(gateway, researcher, {
    ...exampleWith(6, ["yes", "no"]),
    supersedes: first.id,
  });
  const { superseded } = await readReviewContext(gateway, reviewer, second.id);
  expect(superseded).toMatchObject({ submissionId: first.id, options: ["no", "yes"] });
});

test("throws NOT_FOUND for an unknown submission", async () => {
  const reviewer = await member("reviewer");
  const nobody = "01890a5d-ac96-774b-bcce-b302099a8057";
  await expect(readReviewContext(started.gateway, reviewer, nobody)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
