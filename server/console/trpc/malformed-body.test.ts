import { describe, expect, it } from "vitest";
import { errorBodySchema } from "#lib/contract/response.ts";
import { signInAs } from "#test/console-session.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { answerTrpc } from "./answer-trpc.ts";

const gateway = await sharedGateway();
const researcher = await signInAs(gateway, "researcher");

/** The error body without the fields that differ between requests. */
const errorIn = (answer: unknown) => errorBodySchema.parse(answer).error;

describe("a call whose body is not JSON is refused as /v1/predict refuses that body", () => {
  const bodies = ["", "{", "secret", '{"a":1}}'];

  it.each([
    "submissions.validate",
    "forecasts.run",
    "submissions.submit",
    "submissions.import",
    "submissions.withdraw",
  ])("%s", async (procedure) => {
    for (const body of bodies) {
      const expected = errorIn((await gateway.post(body)).body);
      const { status, body: reply } = await researcher.post(procedure, body);
      const { message, data } = Object(Object(reply).error);
      expect(status).toBe(400);
      expect(errorIn(data.answer)).toEqual(expected);
      expect(message).toBe(expected.message);
      expect(JSON.stringify(reply)).not.toContain("secret");
    }
  });

  it("each call of a batch", async () => {
    const expected = errorIn((await gateway.post("{")).body);
    const { body } = await researcher.post("submissions.validate,submissions.withdraw?batch=1", "{");
    const replies: unknown[] = Array.isArray(body) ? body : [];
    expect(replies.map((reply) => errorIn(Object(reply).error.data.answer))).toEqual([expected, expected]);
  });
});

it("a query whose input is not JSON is refused as INVALID_JSON, and its text is not repeated", async () => {
  const url = "http://localhost:3000/api/trpc/submissions.list?input=secret";
  const reply = await answerTrpc(
    gateway.gateway,
    new Request(url, { headers: { cookie: researcher.cookie, "content-type": "application/json" } }),
  );
  const text = await reply.text();
  expect(reply.status).toBe(400);
  expect(errorIn(JSON.parse(text).error.data.answer)).toMatchObject({ code: "INVALID_JSON", issues: [] });
  expect(text).not.toContain("secret");
});
