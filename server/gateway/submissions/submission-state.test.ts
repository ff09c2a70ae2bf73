import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { answerReviewStatus } from "#server/gateway/http/answer-look-ups.ts";
import { newRequest } from "#test/review.ts";
import { startGateway } from "#test/start-gateway.ts";
import { pollingInterval } from "./submission-state.ts";

const MINUTE = 60_000;

let aheadMs = 0;
const { gateway, key, post } = await startGateway({}, undefined, { now: () => new Date(Date.now() + aheadMs) });

/** Returns the submission and `Retry-After` of a refused request and of its review status, after this time. */
async function followBoth(request: object, ageMs: number) {
  aheadMs += ageMs;
  const refused = await post(JSON.stringify(request));
  const { submission } = errorBodySchema.parse(refused.body).error;
  if (submission === undefined) throw new Error("it was not sent for review");
  const { id: submissionId } = submission;
  const headers = { authorization: `Bearer ${key}` };
  const asked = new Request(`http://localhost/review-status/${submissionId}`, { headers });
  const response = await answerReviewStatus(gateway, asked, { submissionId });
  expect(await response.json()).toEqual(submission);
  return { submission, waits: [refused, response].map((one) => one.headers.get("retry-after")) };
}

describe("the polling interval", () => {
  it("is in whole seconds from 10 to 300, and never decreases with the age, even if clocks differ", () => {
    const age = fc.double({ min: -90_000, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(age, age, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map(pollingInterval);
        expect([less, more].every((seconds) => Number.isInteger(seconds))).toBe(true);
        expect([10, less, more, 300]).toEqual([10, less, more, 300].sort((a, b) => Number(a) - Number(b)));
      }),
    );
  });

  it("is the Retry-After of the refusal and of the review status while the submission is open", async () => {
    const request = newRequest();
    expect((await followBoth(request, 0)).waits).toEqual(["10", "10"]);
    expect((await followBoth(request, 20 * MINUTE)).waits).toEqual(["120", "120"]);
    const { submission, waits } = await followBoth(request, 60 * 24 * MINUTE);
    expect(waits).toEqual(["300", "300"]);
    await gateway.database.pool.query("update submissions set status = 'withdrawn' where id = $1", [submission.id]);
    expect((await followBoth(request, 0)).waits).toEqual([null, null]);
  });
});

describe("expected_at", () => {
  /** Adds submissions that were decided now, these minutes after their creation. */
  async function addDecided(minutes: readonly number[], status = "approved", origin = "import") {
    await gateway.database.pool.query(
      `insert into submissions (id, release, task_id, input_id, options, title, findings, author_id, status, origin,
         created_at, updated_at)
       select gen_random_uuid(), release, task_id, input_id, options, title, findings, author_id, $2, $3,
         $4::timestamptz - make_interval(mins => age), $4
       from (select * from submissions limit 1) as one, unnest($1::int[]) as age`,
      [minutes, status, origin, gateway.now()],
    );
  }
  const request = newRequest();
  /** Returns the minutes from the creation to the expected decision. */
  async function expectedAfter(ageMinutes: number) {
    const { submission } = await followBoth(request, ageMinutes * MINUTE);
    const { rows } = await gateway.database.pool.query("select created_at from submissions where id = $1", [
      submission.id,
    ]);
    return submission.expected_at && (Date.parse(submission.expected_at) - rows[0].created_at.getTime()) / MINUTE;
  }

  it("is missing before ten decisions; withdrawn and shipped submissions do not count", async () => {
    await addDecided([1, 2, 3, 100, 101, 102, 103, 104, 105], "changes_requested");
    await addDecided([1, 2], "withdrawn");
    await addDecided([1, 2], "approved", "first_start");
    expect(await expectedAfter(0)).toBeUndefined();
  });

  it("is the creation time plus the median of the last 50 decisions, and is missing once it has passed", async () => {
    await addDecided([106], "rejected");
    expect(await expectedAfter(0)).toBe(101.5);
    expect(await expectedAfter(101)).toBe(101.5);
    expect(await expectedAfter(1)).toBeUndefined();
    await addDecided(Array(50).fill(600));
    expect(await expectedAfter(0)).toBe(600);
  });

  it("is missing once the submission is decided", async () => {
    const { submission } = await followBoth(request, 0);
    expect(submission.expected_at).toBeDefined();
    await gateway.database.pool.query("update submissions set status = 'rejected' where id = $1", [submission.id]);
    expect((await followBoth(request, 0)).submission).not.toHaveProperty("expected_at");
  });
});
