import { beforeAll, expect, it } from "vitest";
import { addSession, type ConsoleSession } from "#test/console-session.ts";
import { createDatabase, withoutPostgres } from "#test/create-database.ts";
import { describeUnless } from "#test/describe-unless.ts";
import { newRequest } from "#test/review.ts";
import { startGateway, type TestGateway } from "#test/start-gateway.ts";

describeUnless(
  [withoutPostgres],
  "simultaneous identical submissions on PostgreSQL, which runs them in parallel",
  () => {
    let gateway: TestGateway;
    let ada: ConsoleSession;
    let ben: ConsoleSession;

    beforeAll(async () => {
      gateway = await startGateway({ DATABASE_URL: (await createDatabase()).url });
      ada = await addSession(gateway, "researcher");
      ben = await addSession(gateway, "researcher");
    });

    it("of one author create one submission, which both calls return", async () => {
      for (let round = 0; round < 5; round++) {
        const request = newRequest();
        const all = await Promise.all([1, 2, 3, 4].map(() => ada.call.submissions.submit({ request })));
        expect(new Set(all.map(({ submissionId }) => submissionId)).size).toBe(1);
        const { submissions } = await ada.call.submissions.list({ taskId: all[0]?.taskId });
        expect(submissions).toHaveLength(1);
      }
    });

    it("of two authors create one submission, and the second author gets its id", async () => {
      const request = newRequest();
      const both = await Promise.allSettled([ada, ben].map(({ call }) => call.submissions.submit({ request })));
      const [made] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const [refused] = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect(refused).toMatchObject({
        code: "CONFLICT",
        message: `The submission “${made?.title}” (${made?.submissionId}) has the same content and is already waiting for review.`,
      });
    });
  },
);
